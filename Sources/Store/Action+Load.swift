public import Actions
public import Basics

extension BlobStore {
    /// Keeps an action's messages: the action, its command, and the folders of its input root as far as they are loaded.
    /// Then the store can tell later what made a result. Returns the action's digest.
    @discardableResult
    public func put(_ action: Action) async throws(StoreError) -> Digest {
        try await putFolders(of: action.root)
        let (action, command) = action.encoded()
        try await put(command)
        return try await put(action)
    }

    /// The action of a digest, its input root loaded as far as the store still knows it: for explaining, not for running.
    /// Nil when the store has lost the action, its command or its root.
    public func action(_ digest: Digest) async throws(StoreError) -> Action? {
        guard let bytes = try await blob(digest) else { return nil }
        let (commandDigest, rootDigest) = try references(in: bytes, of: digest)
        guard let command = try await blob(commandDigest), let root = try await knownFolder(rootDigest) else {
            return nil
        }
        do {
            return try Action(action: bytes, command: command, root: root)
        } catch {
            throw .malformed(digest, error)
        }
    }

    private func references(
        in bytes: [UInt8], of digest: Digest
    ) throws(StoreError) -> (command: Digest, inputRoot: Digest) {
        do { return try Action.references(in: bytes) } catch { throw .malformed(digest, error) }
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
