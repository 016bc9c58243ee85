import Actions
import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

extension OpenFile {
    /// Calls `body` with the file's bytes from here to its end, in pieces of at most 128 KiB, which stay in a
    /// processor's own cache while they are digested and written.
    func forEachChunk(
        sizeHint: Int, _ body: (ArraySlice<UInt8>) throws(StoreError) -> Void
    ) throws(StoreError) {
        var buffer = [UInt8](repeating: 0, count: min(max(sizeHint, 1), 1 << 17))
        while true {
            let count = try read(into: &buffer)
            if count > 0 { try body(buffer[..<count]) }
            if count < buffer.count { return }
        }
    }

    /// The digest of the file's bytes from here to its end.
    func digest() throws(StoreError) -> Digest {
        var hasher = SHA256Hasher()
        try forEachChunk(sizeHint: status().size) { (chunk) throws(StoreError) in hasher.update(chunk) }
        return hasher.finish()
    }

    /// Takes over the bytes of another file, shared until one is written to, where the file system can do that (Btrfs,
    /// XFS, bcachefs; APFS copies through `clonefile` only, which knows paths,
    /// not descriptors). This file must be empty.
    func clone(_ source: borrowing OpenFile) -> Bool {
        #if os(Linux)
            // FICLONE of linux/fs.h, which the C library's module leaves out.
            ioctl(descriptor, 0x4004_9409, source.descriptor) == 0
        #else
            false
        #endif
    }

    /// Appends the bytes of another file and returns how many there were.
    func copy(_ source: borrowing OpenFile) throws(StoreError) -> Int {
        if clone(source) { return try status().size }
        var count = 0
        try source.forEachChunk(sizeHint: source.status().size) { (chunk) throws(StoreError) in
            try write(chunk)
            count += chunk.count
        }
        return count
    }

    /// Appends the bytes of another file and returns their digest: of what was written, whatever the source does then.
    func copy(hashing source: borrowing OpenFile) throws(StoreError) -> Digest {
        if clone(source) { return try digest() }
        var hasher = SHA256Hasher()
        try source.forEachChunk(sizeHint: source.status().size) { (chunk) throws(StoreError) in
            hasher.update(chunk)
            try write(chunk)
        }
        return hasher.finish()
    }
}

extension Digest {
    /// The digest of a file of this machine, read in pieces.
    public init(ofFile path: String) throws(StoreError) { self = try OpenFile.reading(path).digest() }
}
