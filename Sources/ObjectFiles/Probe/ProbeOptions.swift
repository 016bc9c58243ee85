/// A link line, read.
struct ProbeOptions {
    var architecture: MachOArchitecture?
    var platform: ObjectPlatform?
    var minimumVersion = PackedVersion(rawValue: 0)
    var sdkVersion = PackedVersion(rawValue: 0)
    var kind = Kind.execute
    var output = "a.out"
    var installName: String?
    var entry: String?
    /// In the order of the line, which decides who provides a symbol.
    var inputs: [Input] = []
    var libraryFolders: [String] = []
    var frameworkFolders: [String] = []
    var roots: [String] = []
    var usesStandardFolders = true
    var looksForDynamicFirst = false
    var loadsAllMembers = false
    var loadsObjectiveC = false
    var undefined = Undefined.error
    var isFlat = false
    /// `-U`: may stay without a definition.
    var allowedUndefined: Set<String> = []
    /// Symbols that must be there, with what asks for them.
    var required: [(name: String, by: String)] = []
    /// `-exported_symbol` and its lists; patterns, which need not match, are not among them.
    var exportedNames: [String] = []
    /// Whether the line says which symbols are seen from outside, and whether it says which are not.
    var showsNames = false
    var hidesNames = false
    /// Names of symbols with other names for them.
    var aliases: [(name: String, alias: String)] = []
    var isArchitectureFatal = false
    var areWarningsFatal = false
    var ignoresAutoLink = false
    var isQuiet = false
    var isVersion = false
    var hasBundleLoader = false
    /// Flags with versions that only a library has.
    var libraryVersions: [(flag: String, operand: String)] = []
    /// What is to be said of the line itself.
    var warnings: [String] = []
    /// What is wrong with it, the rest being looked at all the same.
    var errors: [String] = []
    /// Whether inputs are between `--start-lib` and `--end-lib`.
    var isInLibrary = false
    /// Whether it is nothing but a question for the version.
    var isOnlyVersion: Bool { isVersion && inputs.isEmpty }

    enum Kind {
        case execute
        case dynamicLibrary
        case bundle
    }

    enum Undefined {
        case error
        /// `warning`, with a flat namespace only.
        case warning
        /// `dynamic_lookup`.
        case allowed
        /// `suppress`, with a flat namespace only.
        case allowedFlat
    }

    /// Something to link.
    enum Input {
        case file(String, Loading)
        case library(String, Loading)
        case framework(String)

        enum Loading {
            case normal
            /// All members of an archive.
            case forced
            /// When somebody asks for it, as a member of an archive would be.
            case waiting
            /// Because an object asks for it, not the line.
            case auto
        }
    }

    /// The word of a .tbd's `targets:` lists.
    var target: String { "\(architecture?.name ?? "")-\(platform?.description ?? "")" }
}
