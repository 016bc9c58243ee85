/// A call of `lipo`, read: valid as far as can be told without its files.
struct LipoOptions {
    var action: Action
    var inputs: [Input]
    var output: String?
    /// Powers of two by architecture.
    var alignments: [(architecture: MachOArchitecture, alignment: UInt32)]
    var is64Bit: Bool

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
        case extract([MachOArchitecture])
        case extractFamily([MachOArchitecture])
        case remove([MachOArchitecture])
        case replace([Input])

        var flag: String {
            switch self {
            case .create: "-create"
            case .info: "-info"
            case .detailedInfo: "-detailed_info"
            case .archs: "-archs"
            case .verify: "-verify_arch"
            case .thin: "-thin"
            case .extract: "-extract"
            case .extractFamily: "-extract_family"
            case .remove: "-remove"
            case .replace: "-replace"
            }
        }

        /// Whether it writes a file.
        var writes: Bool {
            switch self {
            case .create, .thin, .extract, .extractFamily, .remove, .replace: true
            case .info, .detailedInfo, .archs, .verify: false
            }
        }

        /// Whether it works on any number of inputs.
        var takesMany: Bool {
            switch self {
            case .create, .info, .detailedInfo: true
            case .archs, .verify, .thin, .extract, .extractFamily, .remove, .replace: false
            }
        }
    }

    static let actionFlags = [
        "-create", "-info", "-detailed_info", "-archs", "-verify_arch", "-thin", "-extract", "-extract_family",
        "-remove", "-replace",
    ]
}
