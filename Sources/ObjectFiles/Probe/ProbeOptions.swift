/// The parsed arguments of a link.
struct ProbeOptions {
    var architecture: MachOArchitecture?
    var platform: ObjectPlatform?
    var minimumVersion = PackedVersion(rawValue: 0)
    var sdkVersion = PackedVersion(rawValue: 0)
    var kind = Kind.execute
    var output = "a.out"
    var installName: String?
    var entry: String?
    /// The inputs in the order of the command line, which determines the provider of a symbol.
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
    /// The names of `-U`, which may stay undefined.
    var allowedUndefined: Set<String> = []
    /// Symbols that must be defined, with the reason for each.
    var required: [(name: String, by: String)] = []
    /// The names of `-exported_symbol` and its lists, without patterns, which need not match.
    var exportedNames: [String] = []
    /// Whether flags list the symbols to export, and whether flags list the symbols to hide.
    var showsNames = false
    var hidesNames = false
    /// Names of symbols with their aliases.
    var aliases: [(name: String, alias: String)] = []
    var isArchitectureFatal = false
    var areWarningsFatal = false
    var ignoresAutoLink = false
    var isQuiet = false
    var isVersion = false
    var hasBundleLoader = false
    /// Flags with versions that are valid for libraries only.
    var libraryVersions: [(flag: String, operand: String)] = []
    /// Warnings about the arguments themselves.
    var warnings: [String] = []
    /// Errors in the arguments. The link continues, to report all errors.
    var errors: [String] = []
    /// Whether inputs are between `--start-lib` and `--end-lib`.
    var isInLibrary = false
    /// Whether the call only requests the version.
    var isOnlyVersion: Bool { isVersion && inputs.isEmpty }

    enum Kind {
        case execute
        case dynamicLibrary
        case bundle
    }

    enum Undefined {
        case error
        /// `-undefined warning`, valid only with a flat namespace.
        case warning
        /// `-undefined dynamic_lookup`.
        case allowed
        /// `-undefined suppress`, valid only with a flat namespace.
        case allowedFlat
    }

    /// An input of the link.
    enum Input {
        case file(String, Loading)
        case library(String, Loading)
        case framework(String)

        enum Loading {
            case normal
            /// Loads all members of an archive.
            case forced
            /// Loads the object when it is referenced, like a member of an archive.
            case waiting
            /// Requested by an object, not by the command line.
            case auto
        }
    }

    /// The target's name in the `targets:` lists of .tbd files.
    var target: String { "\(architecture?.name ?? "")-\(platform?.description ?? "")" }
}
