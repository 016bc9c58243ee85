/// The owner of the bytes of views: an array, or a file that stays mapped as long as any view of it exists.
///
/// It knows the file's name for errors, but no format.
final class ByteStorage: Sendable {
    let name: String
    let count: Int
    /// The file, kept open so that the kernel can copy from it.
    let descriptor: Int32?
    private let array: [UInt8]
    // Safe: the mapping is private and read-only, is never handed out, and outlives every access (deinit ends it).
    private nonisolated(unsafe) let mapping: UnsafeRawBufferPointer?
    /// The owner of the mapping, if this object shares another's.
    private let owner: ByteStorage?

    init(_ array: [UInt8], name: String) {
        descriptor = nil
        self.name = name
        self.array = array
        count = array.count
        mapping = nil
        owner = nil
    }

    /// Shares the bytes of another storage, which still owns them.
    init(sharing other: ByteStorage) {
        descriptor = other.descriptor
        name = other.name
        array = other.array
        count = other.count
        mapping = other.mapping
        owner = other
    }

    /// Takes over a mapping made by `System.map`, and the open file if there is one.
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
