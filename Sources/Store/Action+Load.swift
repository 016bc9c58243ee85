public import Actions
public import Basics

extension BlobStore {
    /// Stores an action's messages: the action, its command, and the loaded folders of its input root, so that the
    /// action of a result can be explained later. Returns the action's digest.
    @discardableResult
    public func put(_ action: Action) async throws(StoreError) -> Digest {
        try await putFolders(of: action.root)
        if let listing = action.listing { try await put(listing) }
        let (action, command) = action.encoded()
        try await put(command)
        return try await put(action)
    }

    /// Returns the action with this digest. Its input root is loaded as far as the store has the folders, so the action
    /// serves for explanations, not for execution. Nil when the store lost the action, its command, its root or its
    /// listing.
    public func action(_ digest: Digest) async throws(StoreError) -> Action? {
        guard let bytes = try await blob(digest) else { return nil }
        let references = try decoded(digest, Action.references(in: bytes))
        guard let command = try await blob(references.command), let root = try await knownFolder(references.inputRoot)
        else { return nil }
        var listing: [UInt8]?
        if let digest = references.listing {
            listing = try await blob(digest)
            if listing == nil { return nil }
        }
        return try decoded(digest, Action(action: bytes, command: command, root: root, listing: listing))
    }

    private func knownFolder(_ digest: Digest) async throws(StoreError) -> Directory? {
        do throws(StoreError) {
            let root = try await Directory.read(digest, from: self).loaded(from: self, keepingUnknown: true)
            if case .unloaded? = root.entries.first?.node { return nil }
            return root
        } catch {
            guard case .missing = error else { throw error }
            return nil
        }
    }
}
