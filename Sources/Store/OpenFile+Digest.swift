import Actions
public import Basics
public import Machine

extension OpenFile {
    /// Returns the digest of the bytes from the current offset to the end of the file.
    func digest() throws(FileError) -> Digest {
        var hasher = SHA256Hasher()
        try forEachChunk(sizeHint: status().size) { (chunk) throws(FileError) in hasher.update(chunk) }
        return hasher.finish()
    }

    /// Appends the bytes of another file and returns the digest of the written bytes, even if the source changes.
    func copy(hashing source: borrowing OpenFile) throws(FileError) -> Digest {
        if clone(source) { return try digest() }
        var hasher = SHA256Hasher()
        try source.forEachChunk(sizeHint: source.status().size) { (chunk) throws(FileError) in
            hasher.update(chunk)
            try write(chunk)
        }
        return hasher.finish()
    }
}

extension Digest {
    /// Computes the digest of a file of this machine, which is read in pieces.
    public init(ofFile path: String) throws(FileError) { self = try OpenFile.reading(path).digest() }

    /// Copies a file over an existing file or link, and returns the digest of the copied bytes, even if the source
    /// changes.
    public static func copying(_ path: String, to other: String) throws(FileError) -> Digest {
        let source = try OpenFile.reading(path)
        var digest = Digest(of: [])
        _ = try NewFile.write(to: other, isExecutable: false) { (file) throws(FileError) in
            digest = try file.copy(hashing: source)
            return true
        }
        return digest
    }
}
