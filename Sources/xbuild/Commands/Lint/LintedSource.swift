import Actions
import Basics
import Licenses
import Recipes
import Store

/// A recipe's source, as lint examines it.
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

    /// The SPDX identifiers of the licenses whose texts these files hold, by file; files that the source lacks are left
    /// out.
    func licenseTexts(in files: [RelativePath]) throws -> [RelativePath: [String]] {
        try texts(of: files, at: \.self).mapValues { LicenseText($0).identifiers }
    }

    /// The texts of headers.
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
