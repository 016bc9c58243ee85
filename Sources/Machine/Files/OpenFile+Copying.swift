import Foundation

extension OpenFile {
    /// Calls `body` with the file's bytes from here to its end, in pieces of at most 128 KiB, which stay in a
    /// processor's own cache while they are digested and written.
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

    /// Takes over the bytes of another file, which both share until one is written to. This file must be empty.
    ///
    /// False where the file system cannot do that. Btrfs, XFS and bcachefs can; APFS only with `clonefile`, which takes
    /// paths, not descriptors.
    public func clone(_ source: borrowing OpenFile) -> Bool {
        #if os(Linux)
            // FICLONE of linux/fs.h, which the C library's module leaves out.
            ioctl(descriptor, 0x4004_9409, source.descriptor) == 0
        #else
            false
        #endif
    }

    /// Appends the bytes of another file and returns how many there were.
    public func copy(_ source: borrowing OpenFile) throws(FileError) -> Int {
        if clone(source) { return try status().size }
        var count = 0
        try source.forEachChunk(sizeHint: source.status().size) { (chunk) throws(FileError) in
            try write(chunk)
            count += chunk.count
        }
        return count
    }

    /// All bytes from here to the end, whatever the status says: files of /proc and pipes have no size.
    public func contents() throws(FileError) -> [UInt8] {
        var bytes: [UInt8] = []
        try forEachChunk(sizeHint: max(status().size, 1 << 12)) { bytes += $0 }
        return bytes
    }

    /// All bytes of a file. Throws `special` for anything but a file.
    public static func contents(of path: String) throws(FileError) -> [UInt8] { try reading(path).contents() }
}

extension FileSystem {
    /// All bytes of a file, a pipe or a device.
    public static func contents(_ path: String) throws(FileError) -> [UInt8] {
        try OpenFile(path, O_RDONLY).contents()
    }

    /// The text of a file, with replacement characters for bytes that are not UTF-8; nil when it cannot be read.
    public static func text(_ path: String) -> String? {
        (try? contents(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
