/// The owner of the bytes of views: an array, or a file that stays mapped as long as any view of it exists.
///
/// This type depends on no file format. Errors contain `name`.
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

    /// Takes over an array, or a mapping made by `System.map` and the open file if there is one.
    init(
        _ array: [UInt8] = [], mapping: UnsafeRawBufferPointer? = nil, descriptor: Int32? = nil, name: String,
        owner: ByteStorage? = nil
    ) {
        self.array = array
        self.mapping = mapping
        self.descriptor = descriptor
        self.name = name
        self.owner = owner
        count = mapping?.count ?? array.count
    }

    /// Shares the bytes of another storage, which still owns them.
    convenience init(sharing other: ByteStorage) {
        self.init(other.array, mapping: other.mapping, descriptor: other.descriptor, name: other.name, owner: other)
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
