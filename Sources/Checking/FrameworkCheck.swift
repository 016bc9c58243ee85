import Basics
import ModuleMaps
import ObjectFiles

/// Checks a framework in a slice.
///
/// ```
/// Z.framework/Z, Info.plist, Headers, Modules/module.modulemap        iOS, tvOS, watchOS, visionOS
/// Z.framework/Z -> Versions/Current/Z, Versions/Current -> A,         macOS, Mac Catalyst
///     Versions/A/Z, Versions/A/Resources/Info.plist, Versions/A/Headers, …
/// ```
/// Source: Apple's "Bundle Programming Guide", "Anatomy of Framework Bundles".
struct FrameworkCheck {
    var files: PackageFiles
    var library: XCFrameworkLibrary
    var folder: RelativePath

    private var name: String { String(folder.name.dropLast(".framework".count)) }
    private var isDeep: Bool { library.platform == "macos" || library.variant == "maccatalyst" }

    /// The folder that contains the binary, the headers and the modules.
    private var root: RelativePath {
        let versioned = folder.appending("Versions/A")
        return files.isFolder(versioned) ? versioned : folder
    }

    func run(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        checkLayout(&findings)
        let minimum = checkInfo(&findings)
        checkModule(&findings, &contribution)
        let slice = XCFrameworkLibraryCheck(files: files, library: library)
        slice.checkPrivacy(folder, &findings)
        guard let file = RelativePath(name), files.isFile(root.appending(file)) else {
            findings.add(.frameworkBinary, "the framework has no binary `\(name)`", file: folder)
            return
        }
        contribution.archives[folder.name] = contribution.archives[folder.name] ?? folder
        slice.checkBinary(root.appending(file), minimum: minimum, &findings)
    }

    private func checkLayout(_ findings: inout CheckFindings) {
        let hasVersions = files.isFolder(folder.appending("Versions"))
        if isDeep != hasVersions {
            findings.add(
                .frameworkLayout,
                hasVersions
                    ? "a framework for \(library.system) has `Versions`"
                    : "a framework for \(library.system) has no `Versions`", file: folder)
        }
        if library.headersPath != nil {
            findings.add(
                .frameworkLayout, "a framework contains its own headers", key: "\(library.key).HeadersPath",
                hint: "remove the key")
        }
    }

    /// Checks `Info.plist` and returns the minimum version in it.
    private func checkInfo(_ findings: inout CheckFindings) -> PackedVersion? {
        let path = isDeep ? root.appending("Resources/Info.plist") : root.appending("Info.plist")
        guard files.isFile(path) else {
            findings.add(.frameworkInfo, "the framework has no `Info.plist`", file: path)
            return nil
        }
        guard let info = (try? files.read(path)).flatMap({ try? PlainValue.plist($0).map }) else {
            findings.add(.frameworkInfo, "`Info.plist` is not a property list with a dictionary", file: path)
            return nil
        }
        for key in ["CFBundleExecutable", "CFBundleIdentifier"] where (info[key]?.text ?? "").isEmpty {
            findings.add(.frameworkInfo, "`Info.plist` has no `\(key)`", file: path, at: key)
        }
        if let executable = info["CFBundleExecutable"]?.text, executable != name {
            findings.add(
                .frameworkInfo, "`CFBundleExecutable` is `\(executable)`", file: path, at: "CFBundleExecutable",
                hint: "write `\(name)`")
        }
        let stated = info["MinimumOSVersion"]?.text ?? info["LSMinimumSystemVersion"]?.text
        return stated.flatMap { PackedVersion($0) }
    }

    private func checkModule(_ findings: inout CheckFindings, _ contribution: inout Contribution) {
        let map = root.appending("Modules/module.modulemap")
        guard files.isFile(map) else {
            findings.add(.frameworkHeaders, "the framework has no `Modules/module.modulemap`", file: root)
            return
        }
        if !files.isFolder(root.appending("Headers")) {
            findings.add(.frameworkHeaders, "the framework has no `Headers`", file: root)
        }
        let modules = ModuleMapCheck(files: files, path: map).run(into: &findings)
        contribution.add(modules, of: map)
        if let module = modules.first(where: { !$0.isFramework }) {
            findings.add(
                .frameworkHeaders, "`\(module.name)` is not a `framework module`", file: map, line: module.line)
        }
    }
}
