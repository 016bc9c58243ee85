public import Basics

/// A blob or a result as a file of a store.
struct StoredFile: Hashable, Sendable {
    let hash: SHA256Value
    let path: String
    let size: Int
    /// When it was last of use, in nanoseconds since 1970.
    let used: Int64

    /// As a blob's name; of a result's file it is the name of the message that stands in it.
    var digest: Digest { Digest(hash: hash, size: size) }
}

/// Something that stands where blobs or results stand and has no such name.
struct StrangeFile: Hashable, Sendable {
    let path: String
}

extension DiskStore {
    /// What stands in `cas` or `ac`, folder by folder. Files that come and go meanwhile may be among them or not.
    func files(in folder: String) throws(StoreError) -> (stored: [StoredFile], strange: [StrangeFile]) {
        var stored: [StoredFile] = []
        var strange: [StrangeFile] = []
        for group in try names(in: "\(root)/\(folder)") {
            for name in try names(in: "\(root)/\(folder)/\(group)") {
                let path = "\(root)/\(folder)/\(group)/\(name)"
                guard let status = try FileStatus.of(path) else { continue }
                if status.kind == .file, name.hasPrefix(group), group.utf8.count == 2,
                    let hash = SHA256Value(hex: name), hash.hex == name
                {
                    stored.append(StoredFile(hash: hash, path: path, size: status.size, used: status.modified))
                } else {
                    strange.append(StrangeFile(path: path))
                }
            }
        }
        return (stored, strange)
    }

    /// None for a folder that is not there, or is no folder.
    private func names(in folder: String) throws(StoreError) -> [String] {
        guard try FileStatus.of(folder)?.kind == .folder else { return [] }
        return try FileSystem.names(in: folder)
    }

    /// The digest of a blob of which only the hash is known; nil when the store does not hold it.
    public func digest(of hash: SHA256Value) throws(StoreError) -> Digest? {
        guard let status = try FileStatus.of(blobPath(Digest(hash: hash, size: 0))), status.kind == .file else {
            return nil
        }
        return Digest(hash: hash, size: status.size)
    }

    /// The actions whose results the store holds, and blobs, whose names begin with some hex digits.
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
