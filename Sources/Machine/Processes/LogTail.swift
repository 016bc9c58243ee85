public import SystemPackage

/// Reads a log file line by line, also while it grows.
///
/// Processes write directly to the file, so no pipe has to be emptied, and a process that outlives its parent keeps no
/// pipe open. The disadvantage is that lines appear a moment later.
public struct LogTail {
    /// The largest length of a line, in bytes. A longer line is reported in pieces, so that a log without line ends
    /// needs bounded memory.
    static let longestLine = 8192

    private let file: FileDescriptor
    /// The number of bytes that were read.
    private(set) var offset: Int64 = 0
    private var partial: [UInt8] = []

    /// - Parameter file: is open for reading, and is not closed by this type.
    public init(_ file: FileDescriptor) { self.file = file }

    /// Returns the lines, without their line ends, that the next chunk of the file completes; nil at the file's present
    /// end.
    public mutating func nextLines() -> [String]? {
        guard let chunk = nextChunk() else { return nil }
        var lines: [String] = []
        for byte in chunk {
            if byte == UInt8(ascii: "\n") || partial.count == Self.longestLine { lines.append(takePartial()) }
            if byte != UInt8(ascii: "\n") { partial.append(byte) }
        }
        return lines
    }

    /// Returns the text after the last line end, if any. Call this when the file is complete.
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
