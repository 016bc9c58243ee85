import Actions
import Basics
import Licenses
import Recipes
import Store

/// The files of a recipe's source, and the texts that lint examines.
struct LintedSource {
    private let store: DiskStore
    private let tree: Directory
    /// All files and links.
    let files: [RelativePath]

    /// - Throws: `CommandFailure`, without a message if the failing step was already reported.
    init(_ source: PatchedSource) async throws {
        store = source.context.store
        tree = try await source.tree()
        var files: [RelativePath] = []
        tree.forEachFile { path, _ in files.append(path) }
        self.files = files
    }

    /// Returns for each of these files the SPDX identifiers of the licenses that its text contains, without files that
    /// the source lacks.
    func licenseTexts(in files: [RelativePath]) throws -> [RelativePath: [String]] {
        try texts(of: files, at: \.self).mapValues { LicenseText($0).identifiers }
    }

    /// Returns the texts of these headers, without headers that the source lacks.
    func texts(of headers: [SourceHeader]) throws -> [SourceHeader: String] { try texts(of: headers, at: \.file) }

    private func texts<Key: Hashable>(of keys: [Key], at place: (Key) -> RelativePath) throws -> [Key: String] {
        var texts: [Key: String] = [:]
        for key in keys {
            guard case .file(let digest, _) = tree[place(key)] else { continue }
            texts[key] = String(decoding: try store.blob(digest) ?? [], as: UTF8.self)
        }
        return texts
    }
}
