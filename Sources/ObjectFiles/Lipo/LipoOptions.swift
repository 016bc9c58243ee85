/// A call of `lipo`, read: valid as far as can be told without its files.
struct LipoOptions {
    var action: Action
    var inputs: [Input]
    /// Empty for operations that write none.
    var output: String
    /// What `-segalign` said: powers of two by architecture.
    var alignments: [(architecture: MachOArchitecture, alignment: UInt32)]
    /// Whether `-fat64` was given; large slices and fat64 inputs lead to it too.
    var is64Bit: Bool
    /// Whether 64-bit ARM stands behind what the header counts.
    var hidesARM64: Bool

    /// An input file, with the architecture that `-arch` says it has.
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
        /// With `families`, a named architecture stands for all of its processor's.
        case extract([MachOArchitecture], families: Bool)
        case remove([MachOArchitecture])
        case replace([Replacement])
    }

    /// A slice to be exchanged, and the file that takes its place.
    struct Replacement {
        var architecture: MachOArchitecture
        var path: String
    }

    /// Whether all inputs are going to be copied as they are.
    var isCreation: Bool { if case .create = action { true } else { false } }
}
