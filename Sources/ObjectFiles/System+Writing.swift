/// Writes whole files atomically.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension System {
    /// Writes the pieces to a temporary file and renames it to `path`, which may be a file that the pieces view. On
    /// failure, `path` is unchanged and no temporary file remains. A path that is not a file (`/dev/null`) is written
    /// in place.
    static func write(
        _ pieces: [OutputPiece], to path: String, mode: UInt32, times: FileTimes? = nil
    ) throws(ObjectFileError) {
        if isDevice(path) { return try writeInPlace(pieces, to: path) }
        var file = try NewFile(for: path)
        reserve(pieces.byteCount, file.descriptor)
        try OutputCopy(pieces, to: file.descriptor, path).run()
        guard fchmod(file.descriptor, mode_t(mode)) == 0 else { throw failure(.changeMode, path) }
        if let times, futimens(file.descriptor, [times.access, times.modification]) != 0 {
            throw failure(.changeTimes, path)
        }
        try file.takePlace()
    }

    private static func isDevice(_ path: String) -> Bool {
        status(of: path).map { $0.st_mode & S_IFMT != S_IFREG } ?? false
    }

    private static func writeInPlace(_ pieces: [OutputPiece], to path: String) throws(ObjectFileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.create, path) }
        defer { close(descriptor) }
        try OutputCopy(pieces, to: descriptor, path).run()
    }

    /// Reserves space on the disk at once, which is faster than in steps. File systems need not support it.
    private static func reserve(_ count: Int, _ descriptor: Int32) {
        #if os(Linux)
            if count > 0 { _ = systemAllocate(descriptor, 0, 0, count) }
        #endif
    }

    /// Writes all bytes, starting at the end of the previous write.
    static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
    ) throws(ObjectFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            // One call writes at most 2 GiB on Linux, and fails for more on Darwin.
            let count = min(part.count, 1 << 30)
            let written = systemWrite(descriptor, part.baseAddress, count)
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure(.write, path) }
            rest = rest.dropFirst(written)
        }
    }

    /// Writes text to standard output (1) or standard error (2); ignores errors.
    static func emit(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            try? write(UnsafeRawBufferPointer(bytes), to: descriptor, "")
        }
    }
}

/// The C function, whose name `System` shadows.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}

#if os(Linux)
    /// A function of Linux that Swift does not import. The portable `posix_fallocate` writes to every block if the file
    /// system does not support reservations.
    @_silgen_name("fallocate")
    private func systemAllocate(_ descriptor: Int32, _ mode: Int32, _ offset: Int, _ count: Int) -> Int32
#endif
