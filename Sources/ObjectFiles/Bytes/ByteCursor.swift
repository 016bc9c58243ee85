/// A position in a view that advances with each read, in one byte order.
///
/// A failed read does not move the position.
struct ByteCursor {
    let view: ByteView
    let order: ByteOrder
    private(set) var offset: Int

    init(_ view: ByteView, at offset: Int = 0, _ order: ByteOrder) {
        self.view = view
        self.order = order
        self.offset = offset
    }

    var remaining: Int { max(0, view.count - offset) }

    @inline(__always)
    mutating func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self
    ) throws(ObjectFileError) -> Number {
        let value: Number = try view.integer(at: offset, order)
        offset += MemoryLayout<Number>.size
        return value
    }

    /// Reads a number that takes 8 bytes in the wide form of a format and 4 in the narrow form.
    @inline(__always)
    mutating func word(wide: Bool) throws(ObjectFileError) -> UInt64 {
        wide ? try integer(UInt64.self) : UInt64(try integer(UInt32.self))
    }

    /// Reads text in a field of fixed size, up to its first NUL.
    mutating func fixedText(_ size: Int) throws(ObjectFileError) -> String {
        let text = try view.fixedText(at: offset, limit: size)
        offset += size
        return text
    }

    mutating func bytes(_ count: Int) throws(ObjectFileError) -> ByteView {
        let part = try view.slice(at: offset, count: count)
        offset += count
        return part
    }

    mutating func skip(_ count: Int) throws(ObjectFileError) {
        try view.check(offset, count)
        offset += count
    }

    /// Returns an error at the cursor's position.
    func error(_ fault: ObjectFileFault) -> ObjectFileError { view.error(fault, at: offset) }
}
