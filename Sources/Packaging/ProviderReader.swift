import Actions
import Basics
import Steps
import Targets

/// Reads the libraries that provide symbols to a target from the inputs of a step.
struct ProviderReader {
    var target: Target
    var context: BuiltinContext

    /// Adds the sysroot's libraries; returns false if the inputs do not include them.
    func addSystem(to providers: inout SymbolProviders) async throws -> Bool {
        try await add(PrefixLayout.providers(target), to: &providers) { _ in true }
    }

    /// Adds the libraries of declared dependencies.
    func addDependencies(to providers: inout SymbolProviders) async throws {
        _ = try await add(PrefixLayout.dependencies(target), to: &providers) {
            $0.isArchive || $0.name.hasSuffix(".tbd") || $0.isSharedLibrary
        }
    }

    /// Adds the definitions of the libraries below a folder; returns false if the folder does not exist.
    private func add(
        _ path: RelativePath, to providers: inout SymbolProviders, isLibrary: (RelativePath) -> Bool
    ) async throws -> Bool {
        guard let files = try context.resolvedFiles(below: path) else { return false }
        var seen: Set<Digest> = []
        for (file, digest) in files.sorted(by: { $0.key < $1.key })
        where isLibrary(file) && seen.insert(digest).inserted {
            let file = path.appending(file)
            let view = try ThinArchive.view(of: try await context.read(digest), at: file, for: target)
            try providers.add(view, at: file)
        }
        return true
    }
}
