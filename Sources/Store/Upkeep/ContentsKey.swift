import Actions
public import Basics

extension DiskStore {
    /// Returns a digest of the set of actions with stored results: it is equal for stores with results of the same
    /// actions.
    public func contentsKey() throws(StoreError) -> Digest {
        var hasher = SHA256Hasher()
        for file in try files(in: "ac").stored.sorted(by: { $0.hash < $1.hash }) { hasher.update(file.hash.bytes) }
        return hasher.finish()
    }
}
