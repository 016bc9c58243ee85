/// A WebAssembly module or object.
///
/// ```
/// 00 'asm', version u32 (1), then sections: id u8, size (LEB128), contents. Id 0 is a custom section: its name (size in
/// LEB128, bytes) stands before its contents.
/// ```
/// An object is told by its custom section `linking`. Sources: the WebAssembly specification, chapter 5, and the
/// tool conventions' Linking.md.
public struct WasmFile: Sendable {
    public let bytes: ByteView
    let parts: [Part]

    struct Part: Sendable {
        var id: UInt8
        /// The name of a custom section; empty for others.
        var name: String
        var bytes: ByteView
        var offset: Int
    }

    static let magic: [UInt8] = [0x00, 0x61, 0x73, 0x6D]

    public init(_ bytes: ByteView) throws(ObjectFileError) {
        guard bytes.starts(with: Self.magic) else { throw bytes.error(.unknownFormat) }
        let version: UInt32 = try bytes.integer(at: 4, .little)
        guard version == 1 else { throw bytes.error(.badField(.wasmVersion, value: UInt64(version)), at: 4) }
        self.bytes = bytes
        var cursor = ByteCursor(bytes, at: 8, .little)
        var parts: [Part] = []
        while cursor.remaining > 0 { parts.append(try Self.part(&cursor)) }
        self.parts = parts
    }

    private static func part(_ cursor: inout ByteCursor) throws(ObjectFileError) -> Part {
        let id: UInt8 = try cursor.integer()
        let size = try cursor.leb()
        let offset = cursor.offset
        let contents = try cursor.bytes(size)
        guard id == 0 else { return Part(id: id, name: "", bytes: contents, offset: offset) }
        var reader = ByteCursor(contents, .little)
        let name = try reader.bytes(try reader.leb()).text()
        let nameSize = reader.offset
        return Part(id: id, name: name, bytes: try reader.bytes(reader.remaining), offset: offset + nameSize)
    }

    public var kind: ObjectKind {
        if parts.contains(where: { $0.name == "linking" }) { return .object }
        return parts.contains { $0.name == "dylink.0" } ? .dynamicLibrary : .executable
    }

    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        parts.map { part in
            let names = [
                "custom", "type", "import", "function", "table", "memory", "global", "export", "start", "element",
                "code", "data", "data count", "tag",
            ]
            let name = part.id == 0 ? part.name : Int(part.id) < names.count ? names[Int(part.id)] : "\(part.id)"
            return ObjectSection(name: name, size: UInt64(part.bytes.count), offset: part.offset)
        }
    }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        var summary = ObjectSummary(
            format: .wasm, kind: kind, architecture: "wasm32",
            hasDebugInformation: parts.contains { $0.name.hasPrefix(".debug_") })
        summary.take(try symbols())
        return summary
    }
}

extension ByteCursor {
    /// A number in unsigned LEB128 of at most 32 bits: 7 bits a byte, lowest first, the top bit set on all but the last.
    mutating func leb() throws(ObjectFileError) -> Int {
        var value: UInt64 = 0
        for shift in stride(from: UInt64(0), through: 28, by: 7) {
            let byte: UInt8 = try integer()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 {
                guard value <= UInt64(UInt32.max) else { break }
                return Int(value)
            }
        }
        throw error(.badField(.wasmNumber, value: value))
    }

    /// Text behind its size.
    mutating func lebText() throws(ObjectFileError) -> String { try bytes(try leb()).text() }
}
