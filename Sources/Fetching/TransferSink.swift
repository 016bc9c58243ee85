// Where the bytes of one response go. It decides by status and Content-Range whether they continue the partial file,
// replace it, or are an error's text that nobody keeps.

import SystemPackage

/// Stores the body of one response.
final class TransferSink {
    var head = ResponseHead()

    private let file: FilePath
    private let limit: Int
    /// How many bytes of the file are there.
    private var stored: Int
    private var target: Target = .undecided
    private var failure: TransferFailure?

    private enum Target {
        /// No byte of the body has come.
        case undecided
        case file(FileDescriptor)
        case nowhere
    }

    /// `offset` is how many bytes the file holds already.
    init(file: FilePath, offset: Int, limit: Int) {
        self.file = file
        self.limit = limit
        stored = offset
    }

    /// Takes bytes of the body and returns how many it took; fewer than given ends the transfer.
    func receive(_ bytes: UnsafeRawBufferPointer) -> Int {
        decide()
        switch target {
        case .undecided: return 0
        case .nowhere: return failure == nil ? bytes.count : 0
        case .file(let descriptor): return store(bytes, in: descriptor)
        }
    }

    /// Ends the response: what went wrong here, if anything. A response without a body may still empty the file.
    func finish() -> TransferFailure? {
        decide()
        if case .file(let descriptor) = target { try? descriptor.close() }
        target = .nowhere
        if head.status == 416, !holdsAll { discardPart() }
        return failure
    }

    /// Whether the server said that the part is the whole file.
    var holdsAll: Bool { stored > 0 && head.range?.total == stored }

    /// How far the file is; nil while no byte of it has come.
    var progress: TransferProgress? {
        guard case .file = target else { return nil }
        return TransferProgress(bytes: stored, total: head.status == 206 ? head.range?.total : head.contentLength)
    }

    private func decide() {
        guard case .undecided = target else { return }
        switch head.status {
        case 206 where head.range?.first == stored: open(keeping: stored)
        case 206:
            refuse(.broken("the server sent another part than the one asked for"))
            discardPart()
        case 200: open(keeping: 0)
        // A file of this machine has no status.
        case nil: open(keeping: stored)
        default: target = .nowhere
        }
    }

    private func open(keeping size: Int) {
        do {
            let descriptor = try FileDescriptor.open(
                file, .writeOnly, options: [.create, .closeOnExec],
                permissions: [.ownerReadWrite, .groupRead, .otherRead])
            target = .file(descriptor)
            try descriptor.resize(to: Int64(size))
            try descriptor.seek(offset: Int64(size), from: .start)
            stored = size
        } catch {
            refuse(notWritten(error))
        }
    }

    private func store(_ bytes: UnsafeRawBufferPointer, in descriptor: FileDescriptor) -> Int {
        guard stored + bytes.count <= limit, head.contentLength ?? 0 <= limit else {
            refuse(.tooLarge(limit: limit))
            return 0
        }
        do {
            let count = try descriptor.writeAll(bytes)
            stored += count
            return count
        } catch {
            refuse(notWritten(error))
            return 0
        }
    }

    private func refuse(_ failure: TransferFailure) {
        self.failure = failure
        if case .file(let descriptor) = target { try? descriptor.close() }
        target = .nowhere
    }

    private func notWritten(_ error: any Error) -> TransferFailure {
        .notWritten(path: file.string, reason: "\(error)")
    }

    /// The next request begins at the start.
    private func discardPart() {
        guard let descriptor = try? FileDescriptor.open(file, .writeOnly, options: [.closeOnExec]) else { return }
        try? descriptor.resize(to: 0)
        try? descriptor.close()
    }
}
