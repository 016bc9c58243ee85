public import Basics
import Machine

/// A blob or a result as a file of a store.
struct StoredFile: Hashable, Sendable {
    let hash: SHA256Value
    let path: String
    let size: Int
    /// The access time, in nanoseconds since 1970.
    let used: Int64

    /// For a blob, its digest; for a result, the SHA-256 of its action with the size of the result's file.
    var digest: Digest { Digest(hash: hash, size: size) }
}

extension DiskStore {
    /// Returns the files in `cas` or `ac`, folder by folder, and separately the paths of files whose names are not
    /// those of blobs or results. Files that appear or disappear during the walk may be included or not.
    func files(in folder: String) throws(StoreError) -> (stored: [StoredFile], foreign: [String]) {
        var stored: [StoredFile] = []
        var foreign: [String] = []
        for group in try names(in: "\(root)/\(folder)") {
            for name in try names(in: "\(root)/\(folder)/\(group)") {
                let path = "\(root)/\(folder)/\(group)/\(name)"
                guard let status = try onDisk(FileStatus.of(path)) else { continue }
                if status.kind == .file, name.hasPrefix(group), group.utf8.count == 2,
                    let hash = SHA256Value(hex: name), hash.hex == name
                {
                    stored.append(StoredFile(hash: hash, path: path, size: status.size, used: status.modified))
                } else {
                    foreign.append(path)
                }
            }
        }
        return (stored, foreign)
    }

    /// Returns the names in a folder; none if the path is missing or not a folder.
    private func names(in folder: String) throws(StoreError) -> [String] {
        try onDisk(FileStatus.of(folder)?.kind == .folder ? FileSystem.names(in: folder) : [])
    }

    /// Returns the digest of a blob with a known hash; nil when the store does not have the blob.
    public func digest(of hash: SHA256Value) throws(StoreError) -> Digest? {
        let path = blobPath(Digest(hash: hash, size: 0))
        guard let status = try onDisk(FileStatus.of(path)), status.kind == .file else { return nil }
        return Digest(hash: hash, size: status.size)
    }

    /// Returns the hashes of stored blobs, and of actions with stored results, that begin with these hex digits; none
    /// for fewer than two digits.
    public func hashes(beginningWith prefix: String) throws(StoreError) -> [SHA256Value] {
        let prefix = prefix.lowercased()
        guard prefix.utf8.count >= 2 else { return [] }
        var found: Set<SHA256Value> = []
        for folder in ["ac", "cas"] {
            for name in try names(in: "\(root)/\(folder)/\(prefix.prefix(2))") where name.hasPrefix(prefix) {
                if let hash = SHA256Value(hex: name) { found.insert(hash) }
            }
        }
        return found.sorted()
    }
}
