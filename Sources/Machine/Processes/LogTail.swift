public import SystemPackage

/// Reads a log file by lines, also while it grows.
///
/// Processes write directly to the file: no pipe has to be emptied, and a process that outlives its parent blocks
/// nothing. The price is that lines appear a moment later.
public struct LogTail {
    /// In bytes. A longer line is reported in pieces, so that a log without line ends needs bounded memory.
    static let longestLine = 8192

    private let file: FileDescriptor
    /// The number of bytes that were read.
    private(set) var offset: Int64 = 0
    private var partial: [UInt8] = []

    /// - Parameter file: open for reading, and not closed here.
    public init(_ file: FileDescriptor) { self.file = file }

    /// The lines, without their ends, that the next chunk of the file completes; nil at its present end.
    public mutating func nextLines() -> [String]? {
        guard let chunk = nextChunk() else { return nil }
        var lines: [String] = []
        for byte in chunk {
            if byte == UInt8(ascii: "\n") || partial.count == Self.longestLine { lines.append(takePartial()) }
            if byte != UInt8(ascii: "\n") { partial.append(byte) }
        }
        return lines
    }

    /// The text after the last line end, once the file is complete.
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
