import Foundation

extension OpenFile {
    /// Calls `body` with the bytes from the current offset to the end of the file, in pieces of at most 128 KiB. Pieces
    /// of this size stay in a core's cache while they are hashed and written.
    public func forEachChunk(
        sizeHint: Int, _ body: (ArraySlice<UInt8>) throws(FileError) -> Void
    ) throws(FileError) {
        var buffer = [UInt8](repeating: 0, count: min(max(sizeHint, 1), 1 << 17))
        while true {
            let count = try read(into: &buffer)
            if count > 0 { try body(buffer[..<count]) }
            if count < buffer.count { return }
        }
    }

    /// Makes this empty file a copy-on-write clone of another file.
    ///
    /// Returns false if the file system does not support that. Btrfs, XFS and bcachefs do; APFS supports it only with
    /// `clonefile`, which accepts paths, not descriptors.
    public func clone(_ source: borrowing OpenFile) -> Bool {
        #if os(Linux)
            // FICLONE of linux/fs.h, which the C library's module leaves out.
            ioctl(descriptor, 0x4004_9409, source.descriptor) == 0
        #else
            false
        #endif
    }

    /// Appends the bytes of another file and returns their number.
    public func copy(_ source: borrowing OpenFile) throws(FileError) -> Int {
        if clone(source) { return try status().size }
        var count = 0
        try source.forEachChunk(sizeHint: source.status().size) { (chunk) throws(FileError) in
            try write(chunk)
            count += chunk.count
        }
        return count
    }

    /// Returns all bytes from the current offset to the end. Ignores the size in the status, because files in /proc and
    /// pipes have none.
    public func contents() throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachChunk(sizeHint: max(status().size, 1 << 12)) { bytes += $0 }
        return bytes
    }
}

extension FileSystem {
    /// Returns all bytes of a file. Throws `notRegular`, without waiting, if the path leads to anything else.
    public static func contents(_ path: String) throws(FileError) -> [UInt8] { try OpenFile.reading(path).contents() }

    /// Returns all bytes of a file, a pipe or a device; waits until the writers of a pipe have closed it.
    public static func streamContents(_ path: String) throws(FileError) -> [UInt8] {
        try OpenFile(path, O_RDONLY).contents()
    }

    /// Returns the text of a file, with replacement characters for bytes that are not UTF-8; nil when the file cannot
    /// be read.
    public static func text(_ path: String) -> String? {
        (try? contents(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
