/// The names of the built-in steps in plans and in the keys of stored results.
///
/// For each name, `Builtins.swift` in the module `xbuild` lists the type with the parameters, and the code.
public enum BuiltinName: String, CaseIterable, Codable, Hashable, Sendable {
    case audit
    case checkAnswers = "answers"
    case composePackages = "packages"
    case dist
    case fetchSource = "fetch"
    case joinArchives = "join-archives"
    case makeArtifactBundle = "artifact-bundle"
    case makePrefixes = "prefixes"
    case makeGlibcSysroot = "glibc-sysroot"
    case makeRecords = "records"
    case makeSwiftPackage = "swift-package"
    case makeSysroot = "sysroot"
    case makeXCFramework = "xcframework"
    case makeZip = "zip"
    case mergeArchives = "merge-archives"
    case mergeHeaders = "merge-headers"
    case namespaceSymbols = "prefix-symbols"
    case patchSource = "patch"
    case relocatePrefix = "relocate-prefix"
    case writeModuleMap = "module-map"
}
