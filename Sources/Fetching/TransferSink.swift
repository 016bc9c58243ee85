// The destination of one response's bytes. Status and Content-Range determine whether the bytes continue the partial
// file, replace it, or are the text of an error, which is dropped.

import Network
import SystemPackage

/// Stores the body of one response.
struct TransferSink {
    private let file: FilePath
    private let limit: Int
    /// The number of bytes in the file.
    private var stored: Int
    private var head: HTTPHead?
    private var target = Target.undecided
    private var failure: Trouble?

    private enum Target {
        /// No byte of the body was received.
        case undecided
        case file(FileDescriptor)
        case nowhere
    }

    /// - Parameter offset: the number of bytes that are already in the file.
    init(file: FilePath, offset: Int, limit: Int) {
        self.file = file
        self.limit = limit
        stored = offset
    }

    /// Receives bytes of a successful answer; returns false to end the transfer.
    mutating func receive(_ bytes: UnsafeRawBufferPointer, after head: HTTPHead) -> Bool {
        decide(head)
        guard case .file(let descriptor) = target else { return failure == nil }
        return store(bytes, in: descriptor)
    }

    /// Ends the response and returns the answer. A response without a body may still empty the file.
    mutating func finish(_ result: Result<HTTPReply, Trouble>) -> TransferAnswer {
        if case .success(let reply) = result { decide(reply.head) }
        if case .file(let descriptor) = target { try? descriptor.close() }
        target = .nowhere
        return TransferAnswer(end: end(result), validator: head?.validator)
    }

    private mutating func end(_ result: Result<HTTPReply, Trouble>) -> TransferAnswer.End {
        // This failure is the cause; the client's result is only that the sink ended the transfer.
        if let failure { return .failed(failure) }
        switch result {
        case .failure(let trouble): return .failed(trouble)
        case .success(let reply):
            switch reply.status {
            case 0, 200, 206: return .complete
            case 301, 302, 303, 307, 308:
                if let address = reply.redirect { return .redirect(to: address) }
            // The server reports that the partial file is complete.
            case 416 where stored > 0 && reply.head.range?.total == stored: return .complete
            case 416:
                discardPart()
                return .failed(Trouble(.broken("the server cannot continue the partial file")))
            default: break
            }
            return .failed(Trouble(.status(reply.status, retryAfter: reply.retryAfter)))
        }
    }

    /// The progress of the file; nil while no byte was received.
    var progress: TransferProgress? {
        guard case .file = target else { return nil }
        return TransferProgress(bytes: stored, total: head?.status == 206 ? head?.range?.total : head?.contentLength)
    }

    private mutating func decide(_ head: HTTPHead) {
        guard case .undecided = target else { return }
        self.head = head
        switch head.status {
        case 206 where head.range?.first == stored: open(keeping: stored)
        case 206:
            refuse(.broken("the server sent a part that was not requested"))
            discardPart()
        case 200: open(keeping: 0)
        // A local file has no status.
        case 0: open(keeping: stored)
        default: target = .nowhere
        }
    }

    private mutating func open(keeping size: Int) {
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

    private mutating func store(_ bytes: UnsafeRawBufferPointer, in descriptor: FileDescriptor) -> Bool {
        guard stored + bytes.count <= limit, head?.contentLength ?? 0 <= limit else {
            refuse(.tooLarge(limit: limit))
            return false
        }
        do {
            stored += try descriptor.writeAll(bytes)
            return true
        } catch {
            refuse(notWritten(error))
            return false
        }
    }

    private mutating func refuse(_ cause: Trouble.Cause) {
        failure = Trouble(cause)
        if case .file(let descriptor) = target { try? descriptor.close() }
        target = .nowhere
    }

    private func notWritten(_ error: any Error) -> Trouble.Cause {
        .local("cannot write `\(file)`: \(error)")
    }

    /// Empties the file, so that the next request begins at the start.
    private func discardPart() {
        guard let descriptor = try? FileDescriptor.open(file, .writeOnly, options: [.closeOnExec]) else { return }
        try? descriptor.resize(to: 0)
        try? descriptor.close()
    }
}
