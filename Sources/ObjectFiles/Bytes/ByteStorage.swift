/// Owner of the bytes that views look at: an array, or a file that stays mapped for as long as any view of it lives.
///
/// Knows the name that errors call the file by; knows nothing of any format.
final class ByteStorage: Sendable {
    let name: String
    let count: Int
    /// The file, kept open so that the kernel can copy out of it.
    let descriptor: Int32?
    private let array: [UInt8]
    // Safe: the mapping is private and read-only, is never handed out, and outlives every access (deinit ends it).
    private nonisolated(unsafe) let mapping: UnsafeRawBufferPointer?
    /// Who owns the mapping, when it is another.
    private let owner: ByteStorage?

    init(_ array: [UInt8], name: String) {
        descriptor = nil
        self.name = name
        self.array = array
        count = array.count
        mapping = nil
        owner = nil
    }

    /// The same bytes, which the other one goes on owning.
    init(sharing other: ByteStorage) {
        descriptor = other.descriptor
        name = other.name
        array = other.array
        count = other.count
        mapping = other.mapping
        owner = other
    }

    /// Takes over a mapping made by `System.map`, and the open file when there is to be one.
    init(mapping: UnsafeRawBufferPointer, descriptor: Int32?, name: String) {
        self.descriptor = descriptor
        self.name = name
        array = []
        count = mapping.count
        self.mapping = mapping
        owner = nil
    }

    deinit {
        guard owner == nil else { return }
        if let mapping { System.unmap(mapping) }
        if let descriptor { System.close(descriptor) }
    }

    @inline(__always)
    func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        if let mapping { return try body(mapping) }
        return try array.withUnsafeBufferPointer { buffer throws(Failure) in
            try body(UnsafeRawBufferPointer(buffer))
        }
    }
}
