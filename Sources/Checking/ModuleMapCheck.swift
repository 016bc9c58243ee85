import Basics
import ModuleMaps

/// Checks that a module map of a package can be read, and that the files it names exist.
struct ModuleMapCheck {
    var files: PackageFiles
    var path: RelativePath

    /// Checks the map and returns its top-level modules; returns an empty array when the map cannot be read.
    func run(into findings: inout CheckFindings) -> [ModuleMapText.Module] {
        let map: ModuleMapText
        do {
            map = try ModuleMapText(parsing: String(decoding: try files.read(path), as: UTF8.self))
        } catch let error as ModuleMapTextError {
            findings.add(
                .moduleMapUnreadable, "module map `\(path.name)` expects \(error.expected)", file: path,
                line: error.line)
            return []
        } catch {
            findings.add(.moduleMapUnreadable, "module map `\(path.name)` cannot be read", file: path)
            return []
        }
        if map.modules.isEmpty {
            findings.add(.moduleMapUnreadable, "module map `\(path.name)` declares no module", file: path)
        }
        for module in map.modules { check(module, &findings) }
        return map.modules
    }

    private func check(_ module: ModuleMapText.Module, _ findings: inout CheckFindings) {
        // A framework's map names headers below its `Headers`.
        let folder = module.isFramework ? path.parent?.parent?.appending("Headers") ?? "Headers" : path.parent
        for header in module.headers where header.kind != .excluded && !exists(header.path, below: folder) {
            findings.add(
                .moduleMapHeader, "module `\(module.name)` lists `\(header.path)`, which does not exist", file: path,
                line: header.line)
        }
        if let umbrella = module.umbrellaFolder, !isFolder(umbrella, below: folder) {
            findings.add(
                .moduleMapHeader, "module `\(module.name)` has the umbrella `\(umbrella)`, which is not a folder",
                file: path, line: module.line)
        }
        for submodule in module.submodules { check(submodule, &findings) }
    }

    /// Returns whether a header exists. An absolute path, or one with `..`, is outside the package and not checked.
    private func exists(_ text: String, below folder: RelativePath?) -> Bool {
        switch files.resolve(text, below: folder) {
        case .path(let path): files.isFile(path)
        case .root: false
        case .outside: true
        }
    }

    private func isFolder(_ text: String, below folder: RelativePath?) -> Bool {
        switch files.resolve(text, below: folder) {
        case .path(let path): files.isFolder(path)
        case .root, .outside: true
        }
    }
}
