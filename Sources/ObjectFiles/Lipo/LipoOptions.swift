/// The parsed arguments of a call of `lipo`: valid as far as can be checked without its files.
struct LipoOptions {
    var action: Action
    var inputs: [Input]
    /// The output file; empty for operations without one.
    var output: String
    /// The alignments of `-segalign`: powers of two by architecture.
    var alignments: [(architecture: MachOArchitecture, alignment: UInt32)]
    /// Whether `-fat64` was given; large slices and fat64 inputs have the same effect.
    var is64Bit: Bool
    /// Whether 64-bit ARM comes behind the slices that the header counts.
    var hidesARM64: Bool

    /// An input file, with the architecture of `-arch`.
    struct Input {
        var architecture: MachOArchitecture?
        var path: String
    }

    enum Action {
        case create
        case info
        case detailedInfo
        case archs
        case verify([MachOArchitecture])
        case thin(MachOArchitecture)
        /// With `families`, a named architecture selects all members of its family.
        case extract([MachOArchitecture], families: Bool)
        case remove([MachOArchitecture])
        case replace([Replacement])
    }

    /// A slice to replace, and the file that replaces it.
    struct Replacement {
        var architecture: MachOArchitecture
        var path: String
    }

    /// Whether all inputs are copied unchanged.
    var isCreation: Bool { if case .create = action { true } else { false } }
}
