import Actions
import Basics
import Licenses
import Recipes
import Store

/// The source of a recipe, as lint looks at it.
struct LintedSource {
    let source: PatchedSource

    /// The SPDX identifiers of the licenses whose texts these files hold, by file; none for what the source lacks.
    func licenseTexts(in files: [RelativePath]) async throws -> [RelativePath: [String]] {
        let tree = try await source.tree()
        var held: [RelativePath: [String]] = [:]
        for file in files {
            guard case .file(let digest, _) = tree[file] else { continue }
            held[file] = LicenseText(try text(digest)).identifiers
        }
        return held
    }

    private func text(_ digest: Digest) throws -> String {
        do throws(StoreError) {
            return String(decoding: try source.workshop.store.blob(digest) ?? [], as: UTF8.self)
        } catch {
            throw CommandFailure(.fault, error: "\(error)")
        }
    }
}
