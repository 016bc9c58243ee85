/// Reads numbers, text and runs of bytes, each checked against the view's bounds.
extension ByteView {
    /// Gives access to the bytes for the duration of a call.
    @inline(__always)
    public func withUnsafeBytes<Result, Failure: Error>(
        _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try storage.withUnsafeBytes { whole throws(Failure) in
            try body(UnsafeRawBufferPointer(rebasing: whole[fileOffset..<(fileOffset + count)]))
        }
    }

    /// Returns the number at an offset, which need not be aligned.
    @inline(__always)
    public func integer<Number: FixedWidthInteger & BitwiseCopyable>(
        _ type: Number.Type = Number.self, at offset: Int, _ order: ByteOrder
    ) throws(ObjectFileError) -> Number {
        try check(offset, MemoryLayout<Number>.size)
        let raw = withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
        switch order {
        case .little: return Number(littleEndian: raw)
        case .big: return Number(bigEndian: raw)
        }
    }

    /// Returns the byte at an offset.
    public func byte(at offset: Int) throws(ObjectFileError) -> UInt8 {
        try integer(UInt8.self, at: offset, .little)
    }

    /// Returns a copy of all bytes.
    public func bytes() -> [UInt8] { withUnsafeBytes { [UInt8]($0) } }

    /// Copies all bytes into a buffer of that size. Reads an open file directly, so that no page of it is mapped into
    /// this process.
    func copy(to buffer: UnsafeMutableRawBufferPointer) throws(ObjectFileError) {
        if let descriptor = storage.descriptor {
            try System.read(buffer, from: descriptor, at: fileOffset, of: self)
        } else {
            withUnsafeBytes { buffer.copyMemory(from: $0) }
        }
    }

    /// Returns all bytes as text; invalid UTF-8 becomes U+FFFD.
    public func text() -> String { withUnsafeBytes { String(decoding: $0, as: UTF8.self) } }

    /// Returns the text in a field of `limit` bytes at an offset, up to its first NUL.
    public func fixedText(at offset: Int, limit: Int) throws(ObjectFileError) -> String {
        try check(offset, limit)
        return withUnsafeBytes { whole in
            String(decoding: whole[offset..<(offset + limit)].prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Returns the text at an offset up to its NUL, which must come before the view's end.
    public func terminatedText(at offset: Int) throws(ObjectFileError) -> String {
        try terminated(at: offset).text()
    }

    /// Returns the bytes at an offset up to a NUL, without it.
    func terminated(at offset: Int) throws(ObjectFileError) -> ByteView {
        try check(offset, 1)
        let end = withUnsafeBytes { System.indexOfByte(0, in: $0, from: offset) }
        guard let end else { throw error(.unterminatedText, at: offset) }
        return try slice(at: offset, count: end - offset)
    }

    /// Returns whether the bytes at an offset begin with `prefix`.
    public func starts(with prefix: some Collection<UInt8>, at offset: Int = 0) -> Bool {
        guard offset >= 0, offset <= count, prefix.count <= count - offset else { return false }
        return withUnsafeBytes { $0[offset...].starts(with: prefix) }
    }
}
