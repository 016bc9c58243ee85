public import SystemPackage

/// Reads a log file by lines, also while it grows.
///
/// Processes write straight into the file: nobody has to empty a pipe, and one that outlives its parent holds nothing
/// up. The price is that lines are seen a moment later.
public struct LogTail {
    /// In bytes. A longer line is reported in pieces, so that a log without line ends costs bounded memory.
    static let longestLine = 8192

    private let file: FileDescriptor
    /// How much of the file was read, in bytes.
    private(set) var offset: Int64 = 0
    private var partial: [UInt8] = []

    /// Does not own the descriptor, which must be open for reading.
    public init(_ file: FileDescriptor) { self.file = file }

    /// The lines, without their ends, that are completed by the next piece of the file; nil at its present end.
    public mutating func nextLines() -> [String]? {
        guard let chunk = nextChunk() else { return nil }
        var lines: [String] = []
        for byte in chunk {
            if byte == UInt8(ascii: "\n") || partial.count == Self.longestLine { lines.append(takePartial()) }
            if byte != UInt8(ascii: "\n") { partial.append(byte) }
        }
        return lines
    }

    /// What stands after the last line end, once nothing more will come.
    public mutating func rest() -> [String] { partial.isEmpty ? [] : [takePartial()] }

    private mutating func takePartial() -> String {
        defer { partial.removeAll(keepingCapacity: true) }
        return String(decoding: partial, as: UTF8.self)
    }

    private mutating func nextChunk() -> [UInt8]? {
        let size = 1 << 16
        let offset = offset
        let chunk = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = (try? file.read(fromAbsoluteOffset: offset, into: UnsafeMutableRawBufferPointer(buffer))) ?? 0
        }
        self.offset += Int64(chunk.count)
        return chunk.isEmpty ? nil : chunk
    }
}
