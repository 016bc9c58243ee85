import Actions
public import Basics

extension DiskStore {
    /// A digest of the set of stored results: equal for stores with the same results.
    public func contentsKey() throws(StoreError) -> Digest {
        var hasher = SHA256Hasher()
        for file in try files(in: "ac").stored.sorted(by: { $0.hash < $1.hash }) { hasher.update(file.hash.bytes) }
        return hasher.finish()
    }
}
