/// A possible fault of a package. The raw value is its name in reports and on command lines.
public enum Check: String, CaseIterable, Hashable, Sendable, Codable {
    // Any package.
    case unknownPackage = "unknown-package"
    case linkOutside = "link-outside"
    case pathOutside = "path-outside"
    case licenseMissing = "license-missing"
    case archiveUnreadable = "archive-unreadable"
    case archiveEmpty = "archive-empty"
    case archiveThin = "archive-thin"
    case archiveIndex = "archive-index"
    case archiveMember = "archive-member"
    case archiveMixed = "archive-mixed"
    case bitcode
    case executableStack = "executable-stack"
    case moduleMapUnreadable = "module-map-unreadable"
    case moduleMapHeader = "module-map-header"

    // Several packages together.
    case sameArchive = "same-archive"
    case sameModule = "same-module"
    case sameHeader = "same-header"
    case sameTarget = "same-target"

    // Artifact bundles.
    case bundleInfoMissing = "bundle-info-missing"
    case bundleInfoUnreadable = "bundle-info-unreadable"
    case bundleKey = "bundle-key"
    case bundleSchema = "bundle-schema"
    case bundleArtifacts = "bundle-artifacts"
    case bundleSeveral = "bundle-several"
    case bundleType = "bundle-type"
    case bundleVersion = "bundle-version"
    case bundleVariants = "bundle-variants"
    case bundlePath = "bundle-path"
    case bundleLibraryName = "bundle-library-name"
    case bundleNoTriples = "bundle-no-triples"
    case tripleUnknown = "triple-unknown"
    case tripleParts = "triple-parts"
    case tripleVersion = "triple-version"
    case tripleSpelling = "triple-spelling"
    case tripleTwice = "triple-twice"
    case tripleAmbiguous = "triple-ambiguous"
    case bundleHeaders = "bundle-headers"
    case bundleModuleMap = "bundle-module-map"
    case bundleNoModuleMap = "bundle-no-module-map"
    case bundleMapNotFound = "bundle-map-not-found"
    case bundleArchitecture = "bundle-architecture"
    case bundlePlatform = "bundle-platform"
    case bundleUnlisted = "bundle-unlisted"

    // XCFrameworks.
    case plistMissing = "plist-missing"
    case plistUnreadable = "plist-unreadable"
    case plistKeyMissing = "plist-key-missing"
    case plistKeyUnknown = "plist-key-unknown"
    case plistPackageType = "plist-package-type"
    case plistVersion = "plist-version"
    case plistLibraries = "plist-libraries"
    case identifierTwice = "identifier-twice"
    case identifierSpelling = "identifier-spelling"
    case identifierFolder = "identifier-folder"
    case platformUnknown = "platform-unknown"
    case platformTwice = "platform-twice"
    case libraryPath = "library-path"
    case binaryPath = "binary-path"
    case headersPath = "headers-path"
    case symbolsPath = "debug-symbols-path"
    case sliceUnlisted = "slice-unlisted"
    case architectures
    case platformCommand = "platform-command"
    case platformDiffers = "platform-differs"
    case minimumDiffers = "minimum-differs"
    case minimumTooNew = "minimum-too-new"
    case mapAtRoot = "map-at-root"
    case mapNotFound = "map-not-found"
    case privacyManifest = "privacy-manifest"
    case privacyUnreadable = "privacy-unreadable"
    case frameworkBinary = "framework-binary"
    case frameworkInfo = "framework-info"
    case frameworkHeaders = "framework-headers"
    case frameworkLayout = "framework-layout"
    case mixedTypes = "mixed-types"

    // SwiftPM packages.
    case manifestTools = "manifest-tools-version"
    case manifestUnreadable = "manifest-unreadable"
    case manifestUnchecked = "manifest-unchecked"
    case manifestProducts = "manifest-products"
    case targetUnused = "target-unused"
    case targetFolder = "target-folder"
    case binaryTargetPath = "binary-target-path"
    case checksumForm = "checksum-form"
    case checksumWrong = "checksum-wrong"
    case unsafeFlags = "unsafe-flags"
    case dependencyFolder = "dependency-folder"

    // Prefixes.
    case pkgConfigPrefix = "pkg-config-prefix"
    case pkgConfigLibrary = "pkg-config-library"
    case pkgConfigFolder = "pkg-config-folder"
    case pkgConfigPrivate = "pkg-config-private"
    case libtoolFile = "libtool-file"
    case buildPath = "build-path"
}

extension Check {
    public enum Severity: String, Hashable, Sendable, Codable {
        /// A user's build fails or uses the wrong file.
        case error
        /// The package works for some users only, or a later tool refuses it.
        case warning
    }

    public var severity: Severity { Self.warnings.contains(self) ? .warning : .error }

    private static let warnings: Set<Check> = [
        .licenseMissing, .executableStack, .bundleKey, .bundleSeveral, .bundleNoModuleMap, .bundleUnlisted,
        .plistKeyUnknown, .identifierSpelling, .sliceUnlisted, .minimumDiffers, .mapAtRoot, .privacyManifest,
        .manifestUnchecked, .targetUnused, .unsafeFlags, .dependencyFolder, .pkgConfigPrivate, .libtoolFile,
        .archiveIndex,
    ]
}
