/// The parsed arguments of a call of `lipo`: valid as far as can be checked without its files.
struct LipoOptions {
    var operation = LipoOperation.create
    /// The architectures that the operation names.
    var architectures: [MachOArchitecture] = []
    /// Whether a named architecture selects all members of its family: `-extract_family`.
    var selectsFamilies = false
    /// The files of `-replace`, by the architectures of the slices that they replace.
    var replacements: [(architecture: MachOArchitecture, path: String)] = []
    /// The input files, with the architectures of `-arch`.
    var inputs: [(architecture: MachOArchitecture?, path: String)] = []
    /// The output file; nil for operations without one.
    var output: String?
    /// The alignments of `-segalign`: powers of two by architecture.
    var alignments: [(architecture: MachOArchitecture, alignment: UInt32)] = []
    /// Whether `-fat64` was given; large slices and fat64 inputs have the same effect.
    var is64Bit = false
    /// Whether the header's slice count leaves out 64-bit ARM if there are slices for 32-bit ARM.
    var hidesARM64 = false
}
