/// Puts contents into a file or a device, large ones on two processors.
///
/// The kernel lets one thread at a time write into a file, so while one writes the other reads, and reads on into
/// another buffer as long as there is one: a large fat file is made in less than half the time that `cat` takes. Parts
/// are looked at and written in their order, each while it is still in the processors' caches.
final class OutputCopy: Sendable {
    private let contents: OutputContents
    private let descriptor: Int32
    private let path: String
    private let partCount: Int
    private let progress: Monitor<Progress>

    /// Of these sizes 512 KiB was the fastest: more does not fit in a cache, less asks the kernel too often.
    private static let partSize = 1 << 19
    /// Below this a thread costs more than it saves.
    private static let leastForThreads = 4 << 20
    /// How many parts are held at once.
    private static let bufferLimit = 4

    private struct Progress {
        var inspector: OutputInspector
        var spare: [Buffer]
        /// The number of the first part that nobody has begun to read.
        var unread = 0
        /// That of the first one that has not been looked at.
        var uninspected = 0
        /// That of the first one that nobody has begun to write.
        var unwritten = 0
        /// Parts that were read and wait to be written.
        var parts: [Int: Buffer] = [:]
        var isWriting = false
        var failure: ObjectFileError?
    }

    private final class Buffer: @unchecked Sendable {  // One thread has it at a time.
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: OutputCopy.partSize, alignment: 4096)

        deinit { bytes.deallocate() }
    }

    /// What a thread does next.
    private enum Work {
        case read(Int, Buffer)
        case write(Int, Buffer)
        case nothing
    }

    /// - Parameters:
    ///   - descriptor: open for writing, and at its beginning.
    ///   - path: what errors call it.
    init(_ pieces: [OutputPiece], to descriptor: Int32, _ path: String) {
        contents = OutputContents(pieces)
        self.descriptor = descriptor
        self.path = path
        partCount = (contents.count + Self.partSize - 1) / Self.partSize
        let spare = (0..<min(Self.bufferLimit, partCount)).map { _ in Buffer() }
        progress = Monitor(Progress(inspector: OutputInspector(pieces), spare: spare))
    }

    func run() throws(ObjectFileError) {
        Workers.run(contents.count > Self.leastForThreads ? 2 : 1) {
            while perform(progress.wait(for: next)) {}
        }
        if let failure = progress.change({ $0.failure }) { throw failure }
    }

    /// Nil: somebody else has to come further first.
    private func next(_ progress: inout Progress) -> Work? {
        if progress.failure != nil || progress.unwritten == partCount { return .nothing }
        if !progress.isWriting, progress.unwritten < progress.uninspected,
            let buffer = progress.parts.removeValue(forKey: progress.unwritten)
        {
            progress.isWriting = true
            progress.unwritten += 1
            return .write(progress.unwritten - 1, buffer)
        }
        guard progress.unread < partCount, let buffer = progress.spare.popLast() else { return nil }
        progress.unread += 1
        return .read(progress.unread - 1, buffer)
    }

    /// False when there was nothing to do.
    private func perform(_ work: Work) -> Bool {
        switch work {
        case .read(let number, let buffer):
            let reading = Result { () throws(ObjectFileError) in
                try contents.read(part(number, in: buffer), at: number * Self.partSize)
            }
            progress.change { progress in
                progress.parts[number] = buffer
                progress.failure = progress.failure ?? reading.failure ?? inspect(&progress)
            }
        case .write(let number, let buffer):
            let writing = Result { () throws(ObjectFileError) in
                try System.write(UnsafeRawBufferPointer(part(number, in: buffer)), to: descriptor, path)
            }
            progress.change { progress in
                progress.spare.append(buffer)
                progress.isWriting = false
                progress.failure = progress.failure ?? writing.failure
            }
        case .nothing: return false
        }
        return true
    }

    /// Looks at the parts that have been read up to a gap; returns what is wrong with one.
    private func inspect(_ progress: inout Progress) -> ObjectFileError? {
        while let buffer = progress.parts[progress.uninspected] {
            let bytes = UnsafeRawBufferPointer(part(progress.uninspected, in: buffer))
            do throws(ObjectFileError) { try progress.inspector.take(bytes) } catch { return error }
            progress.uninspected += 1
        }
        return nil
    }

    private func part(_ number: Int, in buffer: Buffer) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(
            rebasing: buffer.bytes.prefix(min(Self.partSize, contents.count - number * Self.partSize)))
    }
}

extension Result {
    fileprivate var failure: Failure? {
        if case .failure(let failure) = self { failure } else { nil }
    }
}
