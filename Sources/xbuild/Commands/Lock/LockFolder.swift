import Actions
import Basics
import Dependencies
import Documents
import Machine
import Recipes
import Store

/// `xbuild.lock` in the working directory.
///
/// Only `xbuild lock` writes it. If it exists, version resolution uses its pins as far as they fit; with `--locked`
/// anything else is refused.
struct LockFolder {
    private let path: String
    /// The folder of recipes, absolute.
    private let recipes: String
    private let digests: FileDigestCache

    init(_ context: BuildContext) {
        path = context.host.absolute(LockFile.fileName)
        recipes = context.host.absolute(context.recipes.folder)
        digests = context.digests
    }

    /// Nil if there is none.
    func read() throws -> LockFile? {
        guard FileSystem.exists(path) else { return nil }
        guard let bytes = try? FileSystem.contents(path) else {
            throw CommandFailure(.usage, error: "cannot read `\(LockFile.fileName)`")
        }
        return try LockFile.read(bytes, file: LockFile.fileName)
    }

    /// Writes beside and renames: a concurrent reader sees the old file or the new one.
    func write(_ lock: LockFile) throws(CommandFailure) {
        try CommandFailure.writing(LockFile.fileName) { () throws(FileError) in
            try FileSystem.write(lock.text.utf8, to: path)
        }
    }

    private typealias Digests = (recipe: SHA256Value, files: [RelativePath: SHA256Value])

    /// The lock file for these decisions.
    func lock(_ decision: Decision) throws -> LockFile {
        var packages: [PackageName: LockFile.Package] = [:]
        for graph in decision.graphs {
            var digests: [PackageName: Digests] = [:]
            for package in graph.packages { digests[package.name] = try self.digests(package) }
            packages.merge(LockFile(graph, digests: digests).packages) { first, _ in first }
        }
        return LockFile(packages: packages)
    }

    private func digests(_ package: PackageGraph.Package) throws -> Digests {
        let folder = "\(recipes)/\(package.name)"
        var files: [RelativePath: SHA256Value] = [:]
        for file in package.files { files[file] = try digests.digest(ofFile: "\(folder)/\(file)").hash }
        return (try digests.digest(ofFile: "\(folder)/recipe.yaml").hash, files)
    }

    /// Refuses decisions that differ from the file.
    func check(_ decision: Decision, against lock: LockFile?) throws {
        guard let lock else {
            throw CommandFailure(
                .usage, error: "there is no `\(LockFile.fileName)` here, which --locked needs",
                hint: "`xbuild lock` writes one")
        }
        var lines: [String] = []
        for graph in decision.graphs {
            let current = try self.lock(Decision(graphs: [graph], recipes: decision.recipes, warnings: []))
            lines += lock.differences(from: current).filter { !lines.contains($0) }
        }
        guard !lines.isEmpty else { return }
        throw CommandFailure(
            .wrongRecipe, error: "what would be built is not what `\(LockFile.fileName)` pins", notes: lines,
            hint: "`xbuild lock` pins what there is now")
    }
}

extension PackageGraph.Package {
    /// The files of the recipe's folder that its builds use.
    fileprivate var files: Set<RelativePath> { Set(recipe.files + choice.version.patches.map(\.file)) }
}
