import Actions
import Fetching
import Packaging
import Patching
import Steps
import Store
import SystemPackage

/// The built-in steps and the code that runs them.
extension BuildContext {
    /// The code of all built-in steps, by their names in plans.
    var builtins: [String: Builtin] {
        Dictionary(uniqueKeysWithValues: BuiltinName.allCases.map { ($0.rawValue, code(of: $0)) })
    }

    private func code(of step: BuiltinName) -> Builtin {
        switch step {
        case .audit: Audit.builtin
        case .checkAnswers: CheckAnswers.builtin
        case .composePackages: ComposePackages.builtin
        case .dist: Dist.builtin
        case .fetchSource:
            FetchSource.builtin(
                settings: host.fetchSettings, environment: host.environment, temporary: store.path.appending("tmp"))
        case .joinArchives: JoinArchives.builtin
        case .makeArtifactBundle: MakeArtifactBundle.builtin
        case .makePrefixes: MakePrefixes.builtin
        case .makeRecords: MakeRecords.builtin
        case .makeSwiftPackage: MakeSwiftPackage.builtin
        case .makeSysroot: MakeSysroot.builtin
        case .makeGlibcSysroot: MakeGlibcSysroot.builtin
        case .makeXCFramework: MakeXCFramework.builtin
        case .makeZip: MakeZip.builtin
        case .mergeArchives: MergeArchives.builtin
        case .mergeHeaders: MergeHeaders.builtin
        case .namespaceSymbols: NamespaceSymbols.builtin
        case .patchSource: PatchSource.builtin
        case .relocatePrefix: RelocatePrefix.builtin
        case .writeModuleMap: WriteModuleMap.builtin
        }
    }
}
