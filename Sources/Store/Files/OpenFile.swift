// The few system calls that the store needs, with typed errors. Nothing here knows of blobs.

import Actions
import Basics

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// An open file descriptor, closed when the value goes away. Never inherited by processes that are started.
struct OpenFile: ~Copyable {
    let descriptor: CInt
    /// For error messages.
    let path: String

    /// Opens; nil when nothing is there. `flags` are those of open(2).
    static func ifPresent(_ path: String, _ flags: CInt = O_RDONLY) throws(StoreError) -> OpenFile? {
        let descriptor = retrying { open(path, flags | O_CLOEXEC) }
        if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
        guard errno == ENOENT || errno == ENOTDIR else { throw .system(.open, path: path, code: errno) }
        return nil
    }

    /// Opens a file to read its bytes; nil when none is there, or something that is no file.
    static func fileIfPresent(_ path: String) throws(StoreError) -> OpenFile? {
        guard let file = try ifPresent(path, O_RDONLY | O_NONBLOCK), try file.status().kind == .file else { return nil }
        return file
    }

    /// Opens what must be there.
    init(_ path: String, _ flags: CInt = O_RDONLY) throws(StoreError) {
        guard let file = try Self.ifPresent(path, flags) else { throw .system(.open, path: path, code: ENOENT) }
        self = file
    }

    /// Opens a file to read its bytes. Throws `special` for anything else, at once: plain opening of a fifo would wait
    /// for somebody to write to it.
    static func reading(_ path: String) throws(StoreError) -> OpenFile {
        let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
        guard try file.status().kind == .file else { throw .special(path: path) }
        return file
    }

    /// Makes a file for writing; nil when something stands there already. `mode` is subject to the umask.
    static func creating(_ path: String, mode: mode_t) throws(StoreError) -> OpenFile? {
        let descriptor = retrying { open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode) }
        if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
        guard errno == EEXIST else { throw .system(.open, path: path, code: errno) }
        return nil
    }

    /// Opens a file for writing, made where there is none; nil when its folder is missing.
    static func openingOrCreating(_ path: String, mode: mode_t) throws(StoreError) -> OpenFile? {
        let descriptor = retrying { open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, mode) }
        if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
        guard errno == ENOENT else { throw .system(.open, path: path, code: errno) }
        return nil
    }

    private init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    func status() throws(StoreError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(.inspect, path: path, code: errno) }
        return FileStatus(status)
    }

    /// Reads into the whole buffer unless the file ends before; returns how many bytes came.
    func read(into buffer: inout [UInt8]) throws(StoreError) -> Int {
        var count = 0
        while count < buffer.count {
            let (offset, room) = (count, buffer.count - count)
            let read = buffer.withUnsafeMutableBytes { bytes in
                Self.retrying { systemRead(descriptor, bytes.baseAddress.map { $0 + offset }, room) }
            }
            guard read >= 0 else { throw .system(.read, path: path, code: errno) }
            guard read > 0 else { break }
            count += read
        }
        return count
    }

    /// Fills the room with what stands from an offset on. Throws also when the file ends before.
    func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(StoreError) {
        var count = 0
        while count < room.count {
            let read = Self.retrying {
                pread(descriptor, room.baseAddress.map { $0 + count }, room.count - count, off_t(offset + count))
            }
            guard read > 0 else { throw .system(.read, path: path, code: read == 0 ? EIO : errno) }
            count += read
        }
    }

    /// All of a file that has `count` bytes; nil when it turns out to have another number.
    func contents(count: Int) throws(StoreError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return try read(into: &bytes) == count ? bytes : nil
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(StoreError) {
        let fault = bytes.withUnsafeBytes { bytes -> StoreError? in
            do throws(StoreError) {
                try write(bytes)
                return nil
            } catch {
                return error
            }
        }
        if let fault { throw fault }
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(StoreError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let written = Self.retrying { systemWrite(descriptor, part.baseAddress, part.count) }
            guard written >= 0 else { throw .system(.write, path: path, code: errno) }
            rest = rest.dropFirst(written)
        }
    }

    func setPermissions(_ mode: mode_t) throws(StoreError) {
        guard fchmod(descriptor, mode) == 0 else { throw .system(.setPermissions, path: path, code: errno) }
    }

    /// Locks without waiting; false when another open file has it. The lock ends with the file,
    /// however its process ends.
    func tryLock() throws(StoreError) -> Bool {
        if Self.retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw .system(.lock, path: path, code: errno) }
        return false
    }

    /// Whether the path still names this very file.
    func isStillAtItsPath() throws(StoreError) -> Bool {
        guard let there = try FileStatus.of(path) else { return false }
        return try there.identity == status().identity
    }

    private static func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
        while true {
            let result = call()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}

// Under names of their own: within `OpenFile` the plain ones are its methods.
private func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
