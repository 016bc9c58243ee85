import Foundation
public import SystemPackage

/// An open file descriptor, closed when the value is destroyed. Child processes do not inherit it.
public struct OpenFile: ~Copyable, Sendable {
    let descriptor: CInt
    /// The path under which the file was opened.
    public let path: String

    /// The descriptor, which is open as long as this value exists.
    public var fileDescriptor: FileDescriptor { FileDescriptor(rawValue: descriptor) }

    /// Opens a path with the flags of open(2); nil when the path does not exist.
    private static func ifPresent(_ path: String, _ flags: CInt) throws(FileError) -> OpenFile? {
        try open(path, flags, nilFor: [ENOENT, ENOTDIR])
    }

    /// Opens a path, with `mode` as the permissions of a new file; nil when opening fails with one of the given errors.
    private static func open(
        _ path: String, _ flags: CInt, mode: UInt16 = 0, nilFor errors: [CInt]
    ) throws(FileError) -> OpenFile? {
        let descriptor = retrying { systemOpen(path, flags | O_CLOEXEC, mode_t(mode)) }
        if descriptor >= 0 { return OpenFile(descriptor: descriptor, path: path) }
        guard errors.contains(errno) else { throw .last(.open, path) }
        return nil
    }

    /// Opens a file to read its bytes; nil when there is no file at the path.
    public static func fileIfPresent(_ path: String) throws(FileError) -> OpenFile? {
        guard let file = try ifPresent(path, O_RDONLY | O_NONBLOCK), try file.status().kind == .file else { return nil }
        return file
    }

    /// Opens a folder; nil when the path does not exist.
    public static func folderIfPresent(_ path: String) throws(FileError) -> OpenFile? {
        try ifPresent(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    }

    /// Opens a file to read and write it; nil when the path does not exist.
    public static func writableIfPresent(_ path: String) throws(FileError) -> OpenFile? {
        try ifPresent(path, O_RDWR | O_NOFOLLOW)
    }

    /// Opens a named pipe to read and write it, without waiting for another process or for bytes.
    public static func pipe(_ path: String) throws(FileError) -> OpenFile {
        try OpenFile(path, O_RDWR | O_NONBLOCK | O_NOFOLLOW)
    }

    /// Opens a path that must exist.
    init(_ path: String, _ flags: CInt) throws(FileError) {
        guard let file = try Self.ifPresent(path, flags) else {
            throw .system(.open, path: path, .noSuchFileOrDirectory)
        }
        self = file
    }

    /// Opens a file to read its bytes. Throws `notRegular` if the path leads to anything else. Never blocks, unlike a
    /// plain `open` of a named pipe, which waits for a writer.
    public static func reading(_ path: String) throws(FileError) -> OpenFile {
        // Opening a device can have effects, and a socket cannot be opened.
        if let kind = try FileStatus.following(path)?.kind, kind != .file { throw .notRegular(path: path) }
        let file = try OpenFile(path, O_RDONLY | O_NONBLOCK)
        guard try file.status().kind == .file else { throw .notRegular(path: path) }
        return file
    }

    /// Makes a file for writing; nil when the path already exists. `mode` is subject to the umask.
    public static func creating(_ path: String, mode: UInt16) throws(FileError) -> OpenFile? {
        try open(path, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, mode: mode, nilFor: [EEXIST])
    }

    /// Opens a file for writing, and makes the file if it is missing; nil when its folder is missing.
    public static func openingOrCreating(_ path: String, for users: CreationMode) throws(FileError) -> OpenFile? {
        let flags = O_RDWR | O_CREAT | O_NOFOLLOW
        guard users.overridesMask else { return try open(path, flags, mode: users.file, nilFor: [ENOENT]) }
        var attempts = 100
        while true {
            do throws(FileError) {
                guard let file = try open(path, flags, mode: users.file, nilFor: [ENOENT]) else { return nil }
                // The umask may have taken permissions from a new file.
                let status = try file.status()
                if status.owner == CurrentProcess.user, status.permissions != users.file {
                    try file.setPermissions(users.file)
                }
                return file
            } catch {
                // Another user may have made the file and not yet set its permissions.
                attempts -= 1
                guard error.errno == .permissionDenied, attempts > 0 else { throw error }
                usleep(10_000)
            }
        }
    }

    private init(descriptor: CInt, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit { close(descriptor) }

    /// Returns the status of the open file.
    public func status() throws(FileError) -> FileStatus {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .last(.inspect, path) }
        return FileStatus(status)
    }

    /// Fills the buffer, or reads to the end of the file if that comes first; returns the number of bytes read.
    public func read(into buffer: inout [UInt8]) throws(FileError) -> Int {
        var count = 0
        while count < buffer.count {
            let (offset, room) = (count, buffer.count - count)
            let read = buffer.withUnsafeMutableBytes { bytes in
                retrying { systemRead(descriptor, bytes.baseAddress.map { $0 + offset }, room) }
            }
            guard read >= 0 else { throw .last(.read, path) }
            guard read > 0 else { break }
            count += read
        }
        return count
    }

    /// Fills `room` with the bytes from an offset on. Throws also when the file ends before `room` is full.
    public func read(at offset: Int, into room: UnsafeMutableRawBufferPointer) throws(FileError) {
        var count = 0
        while count < room.count {
            let read = retrying {
                pread(descriptor, room.baseAddress.map { $0 + count }, room.count - count, off_t(offset + count))
            }
            guard read > 0 else { throw read == 0 ? .system(.read, path: path, .ioError) : .last(.read, path) }
            count += read
        }
    }

    /// Returns the next `count` bytes; nil when fewer are left.
    public func contents(count: Int) throws(FileError) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return try read(into: &bytes) == count ? bytes : nil
    }

    /// Appends bytes.
    public func write(_ bytes: ArraySlice<UInt8>) throws(FileError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(FileError) in try write(UnsafeRawBufferPointer(buffer)) }
    }

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            let written = retrying { systemWrite(descriptor, part.baseAddress, part.count) }
            guard written >= 0 else { throw .last(.write, path) }
            rest = rest.dropFirst(written)
        }
    }

    /// Sets the permissions, independently of the umask.
    public func setPermissions(_ mode: UInt16) throws(FileError) {
        guard fchmod(descriptor, mode_t(mode)) == 0 else { throw .last(.setPermissions, path) }
    }

    /// Waits, for at most the given time, until a pipe has bytes to read.
    public func waitUntilReadable(milliseconds: Int) {
        var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&request, 1, CInt(milliseconds))
    }

    /// Locks the file without waiting. Returns false when another open file description holds the lock. The lock ends
    /// when the file is closed, also when the process is killed.
    public func tryLock() throws(FileError) -> Bool {
        if retrying({ flock(descriptor, LOCK_EX | LOCK_NB) }) == 0 { return true }
        guard errno == EWOULDBLOCK else { throw .last(.lock, path) }
        return false
    }

    /// Ends the lock. Closing is not enough while a process that has just been forked has a copy of the descriptor.
    func unlock() { _ = retrying { flock(descriptor, LOCK_UN) } }

    /// Returns whether the path still leads to this file.
    public func isStillAtItsPath() throws(FileError) -> Bool {
        guard let there = try FileStatus.of(path) else { return false }
        return try there.identity == status().identity
    }
}

// Within `OpenFile`, `open`, `read` and `write` are its methods.
private func systemOpen(_ path: String, _ flags: CInt, _ mode: mode_t) -> CInt { open(path, flags, mode) }

private func systemRead(_ descriptor: CInt, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

private func systemWrite(_ descriptor: CInt, _ buffer: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, buffer, count)
}
