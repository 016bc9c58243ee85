import Actions
import Basics
import ObjectFiles
import Steps
import Targets

extension NamespaceSymbols: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        let slice = PrefixLayout.slice(parameters.target)
        guard var tree = try context.folder(slice) else { throw PackagingError.missing(slice) }
        var archives: [RelativePath: ByteView] = [:]
        var headers: [RelativePath: [UInt8]] = [:]
        for (path, digest) in files(of: tree) {
            if path.components[0] == "lib", path.name.hasSuffix(".a") {
                archives[path] = ByteView(try await context.read(digest), name: path.string)
            } else if path.components[0] == "include", path.name.hasSuffix(".h") {
                headers[path] = try await context.read(digest)
            }
        }
        let renaming = try SymbolRenaming(prefix: parameters.prefix, archives: Array(archives.values))
        for (path, bytes) in archives {
            tree = tree.inserting(try await context.file(try renaming.apply(to: bytes)), at: path)
        }
        let names = RenamingHeader(renaming: renaming, headers: headers.keys.sorted())
        for (path, bytes) in headers {
            let text = Array(names.line(for: path).utf8) + bytes
            tree = tree.inserting(try await context.file(text), at: path)
        }
        if let path = names.path { tree = tree.inserting(try await context.file(names.text), at: path) }
        context.say("symbols with the new prefix `\(parameters.prefix)`: \(renaming.names.count)")
        return BuiltinOutcome(outputs: ["prefix": .directory(tree)])
    }

    /// Returns the regular files. Links are left out: they stay links, and the symbols are renamed in the files to
    /// which they point.
    private static func files(of tree: Directory) -> [(RelativePath, Digest)] {
        var files: [(RelativePath, Digest)] = []
        tree.forEachFile { path, node in
            if case .file(let digest, _) = node { files.append((path, digest)) }
        }
        return files
    }
}
