/// Writing whole files so that nobody ever sees half of one.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

extension System {
    /// Writes the pieces beside `path` and renames the result onto it: `path` may be a file that the pieces view. On
    /// failure `path` is as it was and nothing is left beside it. What is no file (`/dev/null`) is written to and stays.
    static func write(
        _ pieces: [OutputPiece], to path: String, mode: UInt32, times: FileTimes? = nil
    ) throws(ObjectFileError) {
        if isDevice(path) { return try writeInPlace(pieces, to: path) }
        let (descriptor, temporary) = try createBeside(path)
        do throws(ObjectFileError) {
            defer { close(descriptor) }
            for piece in pieces { try write(piece, to: descriptor, path) }
            guard fchmod(descriptor, mode_t(mode)) == 0 else { throw failure(.changeMode, path) }
            if let times, futimens(descriptor, [times.access, times.modification]) != 0 {
                throw failure(.changeTimes, path)
            }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let error = failure(.rename, path)
            unlink(temporary)
            throw error
        }
    }

    private static func isDevice(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    private static func writeInPlace(_ pieces: [OutputPiece], to path: String) throws(ObjectFileError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw failure(.create, path) }
        defer { close(descriptor) }
        for piece in pieces { try write(piece, to: descriptor, path) }
    }

    private static func createBeside(_ path: String) throws(ObjectFileError) -> (descriptor: Int32, path: String) {
        for attempt in 0..<100 {
            let temporary = "\(path).\(getpid())-\(attempt).tmp"
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return (descriptor, temporary) }
            guard errno == EEXIST else { break }
        }
        throw failure(.create, path)
    }

    private static func write(_ piece: OutputPiece, to descriptor: Int32, _ path: String) throws(ObjectFileError) {
        switch piece {
        case .bytes(let bytes):
            try bytes.withUnsafeBufferPointer { buffer throws(ObjectFileError) in
                try write(UnsafeRawBufferPointer(buffer), to: descriptor, path)
            }
        case .view(let view):
            let copied = copyInKernel(view, to: descriptor)
            let rest = try view.suffix(from: copied)
            try rest.withUnsafeBytes { bytes throws(ObjectFileError) in try write(bytes, to: descriptor, path) }
        case .zeros(let count):
            try write(.bytes([UInt8](repeating: 0, count: count)), to: descriptor, path)
        }
    }

    /// Lets the kernel copy a part of a file, and says how many bytes it did: none when it cannot, and then they are
    /// written like any others.
    private static func copyInKernel(_ view: ByteView, to descriptor: Int32) -> Int {
        #if os(Linux)
            guard let source = view.storage.descriptor else { return 0 }
            var offset = off_t(view.fileOffset)
            var copied = 0
            while copied < view.count {
                let count = sendfile(descriptor, source, &offset, view.count - copied)
                guard count > 0 else { return copied }
                copied += count
            }
            return copied
        #else
            return 0
        #endif
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
    ) throws(ObjectFileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = UnsafeRawBufferPointer(rebasing: rest)
            // One call takes at most 2 GiB on Linux and refuses more on Darwin.
            let written = systemWrite(descriptor, part.baseAddress, min(part.count, 1 << 30))
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw failure(.write, path) }
            rest = rest.dropFirst(written)
        }
    }

    /// Writes text to standard output (1) or standard error (2); what cannot be written is lost.
    static func emit(_ text: String, to descriptor: Int32) {
        var text = text
        text.withUTF8 { bytes in
            try? write(UnsafeRawBufferPointer(bytes), to: descriptor, "")
        }
    }
}

/// The C function, whose name is taken inside `System`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
