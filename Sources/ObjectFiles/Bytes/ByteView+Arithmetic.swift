/// Converts numbers from a file to sizes and offsets, without overflow.
extension ByteView {
    /// Returns a number from the file as an `Int`; throws if it is negative or too large.
    @inline(__always)
    func size(_ value: some BinaryInteger, at offset: Int = 0) throws(ObjectFileError) -> Int {
        guard let size = Int(exactly: value), size >= 0 else {
            throw error(.tooLarge(UInt64(clamping: value)), at: offset)
        }
        return size
    }

    @inline(__always)
    func sum(_ left: Int, _ right: Int) throws(ObjectFileError) -> Int {
        let (sum, overflow) = left.addingReportingOverflow(right)
        guard !overflow else { throw error(.tooLarge(UInt64(clamping: left)), at: 0) }
        return sum
    }

    /// Returns the part of `size` bytes at `offset`, both unchecked numbers from the file.
    @inline(__always)
    func slice(at offset: some BinaryInteger, size: some BinaryInteger) throws(ObjectFileError) -> ByteView {
        try slice(at: try self.size(offset), count: try self.size(size))
    }

    /// Returns a table of `number` records of `size` bytes at `offset`. Throws before any allocation if the file cannot
    /// contain it.
    func table(at offset: some BinaryInteger, of number: some BinaryInteger, size: Int) throws(ObjectFileError)
        -> ByteView
    {
        let (bytes, overflow) = try self.size(number).multipliedReportingOverflow(by: size)
        guard !overflow else { throw error(.tooLarge(UInt64(clamping: number))) }
        return try slice(at: try self.size(offset), count: bytes)
    }
}
