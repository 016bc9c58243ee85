/// Searches for runs of bytes, such as build paths in an object.
extension ByteView {
    /// Returns the offset of the first occurrence of `needle`; nil when there is none or when `needle` is empty.
    public func firstOffset(of needle: [UInt8], from start: Int = 0) -> Int? {
        guard let first = needle.first, start >= 0, start <= count, needle.count <= count - start else { return nil }
        return withUnsafeBytes { whole in
            let last = whole.count - needle.count
            var index = start
            while index <= last {
                guard let found = System.indexOfByte(first, in: whole, from: index), found <= last else { return nil }
                if whole[found...].starts(with: needle) { return found }
                index = found + 1
            }
            return nil
        }
    }

    /// Returns whether the text's UTF-8 bytes occur anywhere.
    public func contains(_ text: String) -> Bool { firstOffset(of: Array(text.utf8)) != nil }
}
