import Actions
import Basics
import Dependencies
import Documents
import Machine
import Recipes
import Store

/// `xbuild.lock` in the working directory.
///
/// Only `xbuild lock` writes the file. Version resolution uses the pins that fit the request and the recipes; with
/// `--locked`, differences from the pins are errors.
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

    /// Returns the lock file; nil if there is none.
    func read() throws -> LockFile? {
        guard FileSystem.exists(path) else { return nil }
        let bytes = try CommandFailure.reading(LockFile.fileName, at: path)
        return try LockFile.read(bytes, file: LockFile.fileName)
    }

    /// Writes a temporary file and renames it: a concurrent reader gets the whole old file or the whole new one.
    func write(_ lock: LockFile) throws(CommandFailure) {
        try CommandFailure.writing(LockFile.fileName) { () throws(FileError) in
            try FileSystem.write(lock.text.utf8, to: path)
        }
    }

    private typealias Digests = (recipe: SHA256Value, files: [RelativePath: SHA256Value])

    /// Returns the lock file for these decisions.
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

    /// Throws if the decisions differ from the lock file, or if there is none.
    func check(_ decision: Decision, against lock: LockFile?) throws {
        guard let lock else {
            throw CommandFailure(
                .usage, error: "`--locked` needs `\(LockFile.fileName)`, which is not in this folder",
                hint: "`xbuild lock` writes one")
        }
        var lines: [String] = []
        for graph in decision.graphs {
            let current = try self.lock(Decision(graphs: [graph], recipes: decision.recipes, warnings: []))
            lines += lock.differences(from: current).filter { !lines.contains($0) }
        }
        guard !lines.isEmpty else { return }
        throw CommandFailure(
            .wrongRecipe, error: "the build would differ from the pins in `\(LockFile.fileName)`", notes: lines,
            hint: "`xbuild lock` pins the current state")
    }
}

extension PackageGraph.Package {
    /// The files of the recipe's folder that its builds use.
    fileprivate var files: Set<RelativePath> { Set(recipe.files + choice.version.patches.map(\.file)) }
}
