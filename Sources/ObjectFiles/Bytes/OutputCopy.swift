import Synchronization

/// Puts contents into a file, a large one on two processors.
///
/// Each thread takes the next part, reads it and writes it while it is still in its processor's caches. The kernel lets one
/// thread at a time write into a file, so while one writes the other reads: a large fat file is made in less than half the
/// time that `cat` takes. Between reading and writing each part has its turn to be looked at, in the order of the file.
final class OutputCopy: Sendable {
    private let contents: OutputContents
    private let descriptor: Int32
    private let path: String
    private let next = Atomic(0)
    private let turns: Turns<Progress>

    /// Of these sizes 512 KiB was the fastest: more does not fit in a cache, less asks the kernel too often.
    private static let partSize = 1 << 19
    /// Below this a thread costs more than it saves.
    private static let leastForThreads = 4 << 20

    private struct Progress {
        var inspector: OutputInspector
        var failure: ObjectFileError?
    }

    /// - Parameters:
    ///   - descriptor: open for writing, and at its beginning.
    ///   - path: what errors call it.
    init(_ pieces: [OutputPiece], to descriptor: Int32, _ path: String) {
        contents = OutputContents(pieces)
        self.descriptor = descriptor
        self.path = path
        turns = Turns(Progress(inspector: OutputInspector(pieces)))
    }

    /// - Parameter isFile: whether its parts may be written in any order, as those of a device may not.
    func run(isFile: Bool) throws(ObjectFileError) {
        let isLarge = isFile && contents.count > Self.leastForThreads
        Workers.run(isLarge ? 2 : 1) { copyParts(isInOrder: !isLarge) }
        if let failure = turns.now({ $0.failure }) { throw failure }
    }

    private func copyParts(isInOrder: Bool) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(1, min(contents.count, Self.partSize)), alignment: 4096)
        defer { buffer.deallocate() }
        while let (number, range) = nextPart() {
            let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<range.count])
            guard read(part, number, at: range.lowerBound) else { return }
            do throws(ObjectFileError) {
                try System.write(
                    UnsafeRawBufferPointer(part), to: descriptor, at: isInOrder ? nil : range.lowerBound, path)
            } catch {
                turns.now { $0.failure = $0.failure ?? error }
                return
            }
        }
    }

    private func nextPart() -> (number: Int, range: Range<Int>)? {
        let number = next.add(1, ordering: .relaxed).oldValue
        let start = number * Self.partSize
        return start < contents.count ? (number, start..<min(start + Self.partSize, contents.count)) : nil
    }

    /// Reads a part and, when its turn has come, looks at it; false when that failed, or something before. The turn passes
    /// whatever happens: others wait for it.
    private func read(_ part: UnsafeMutableRawBufferPointer, _ number: Int, at offset: Int) -> Bool {
        let reading = Result { () throws(ObjectFileError) in try contents.read(part, at: offset) }
        return turns.inTurn(number) { progress in
            guard progress.failure == nil else { return false }
            do throws(ObjectFileError) {
                try reading.get()
                try progress.inspector.take(UnsafeRawBufferPointer(part))
                return true
            } catch {
                progress.failure = error
                return false
            }
        }
    }
}
