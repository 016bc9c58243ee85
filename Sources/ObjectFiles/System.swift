/// Calls the operating system: maps, reads and writes files, and translates errno.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

enum System {
    /// Maps a file for reading; keeps the file open too if `staysOpen`.
    static func map(_ path: String, staysOpen: Bool = false) throws(ObjectFileError) -> ByteStorage {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.open, path) }
        var isKept = false
        defer { if !isKept { close(descriptor) } }
        let count = try size(of: descriptor, path)
        guard count > 0 else { return ByteStorage([], name: path) }
        guard let base = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), base != MAP_FAILED else {
            throw failure(.map, path)
        }
        isKept = staysOpen
        return ByteStorage(
            mapping: UnsafeRawBufferPointer(start: base, count: count), descriptor: staysOpen ? descriptor : nil,
            name: path)
    }

    private static func size(of descriptor: Int32, _ path: String) throws(ObjectFileError) -> Int {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(.read, path) }
        let kind = status.st_mode & S_IFMT
        guard kind == S_IFREG else {
            throw ObjectFileError(.system(.read, code: kind == S_IFDIR ? EISDIR : EINVAL), file: path)
        }
        return Int(status.st_size)
    }

    /// Reads a part of a view's file.
    static func read(
        _ buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int, of view: ByteView
    ) throws(ObjectFileError) {
        var done = 0
        while done < buffer.count {
            let count = pread(
                descriptor, buffer.baseAddress.map { $0 + done }, min(buffer.count - done, 1 << 30),
                off_t(offset + done))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw failure(.read, view.name) }
            // Another process has truncated the file.
            guard count > 0 else { throw view.error(.pastEnd(needed: buffer.count - done, available: 0), at: done) }
            done += count
        }
    }

    static func close(_ descriptor: Int32) { _ = systemClose(descriptor) }

    static func exit(_ status: Int32) -> Never { systemExit(status) }

    static func unmap(_ mapping: UnsafeRawBufferPointer) {
        // mmap returned the pointer; its type is mutable for any protection.
        munmap(UnsafeMutableRawPointer(mutating: mapping.baseAddress), mapping.count)
    }

    static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    /// Returns the permission bits of a file; nil when they cannot be read.
    static func mode(of path: String) -> UInt32? { status(of: path).map { UInt32($0.st_mode) & 0o7777 } }

    /// Returns the mode, owner and time of change of a file; nil when they cannot be read.
    static func origin(of path: String) -> NewArchiveMember.Origin? {
        guard let status = status(of: path) else { return nil }
        #if canImport(Darwin)
            let changed = status.st_mtimespec.tv_sec
        #else
            let changed = status.st_mtim.tv_sec
        #endif
        return NewArchiveMember.Origin(
            mode: UInt32(status.st_mode) & 0o7777, owner: status.st_uid, group: status.st_gid,
            time: UInt64(max(0, changed)))
    }

    /// The current time in seconds since 1970.
    static var now: UInt64 { UInt64(max(0, time(nil))) }

    /// Returns the times of a file's last access and change; nil when they cannot be read.
    static func times(of path: String) -> FileTimes? {
        guard let status = status(of: path) else { return nil }
        #if canImport(Darwin)
            return FileTimes(access: status.st_atimespec, modification: status.st_mtimespec)
        #else
            return FileTimes(access: status.st_atim, modification: status.st_mtim)
        #endif
    }

    static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns the offset of a byte, found by the C library's fast search.
    static func indexOfByte(_ byte: UInt8, in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start < bytes.count, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), bytes.count - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    static func message(_ code: Int32) -> String { String(cString: strerror(code)).lowercased() }

    static func failure(_ operation: SystemOperation, _ path: String) -> ObjectFileError {
        ObjectFileError(.system(operation, code: errno), file: path)
    }
}

/// The times of a file's last access and change.
struct FileTimes {
    var access: timespec
    var modification: timespec
}

// The C functions, whose names `System` shadows.

private func systemClose(_ descriptor: Int32) -> Int32 { close(descriptor) }

private func systemExit(_ status: Int32) -> Never { exit(status) }
