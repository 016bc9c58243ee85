/// A WebAssembly module or object.
///
/// ```
/// 00 'asm', version u32 (1), then sections: id u8, size (LEB128), contents. Id 0 is a custom section: its name (size
/// in LEB128, bytes) comes before its contents.
/// ```
/// An object has a custom section `linking`. Sources: the WebAssembly specification, chapter 5, and the tool
/// conventions' Linking.md.
public struct WasmFile: ObjectContents, Sendable {
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
        while cursor.remaining > 0 {
            parts.append(try Self.part(&cursor))
            // Sections of three bytes are possible, but no file needs many; the record of each takes far more memory.
            guard parts.count <= 16 + bytes.count / 16 else {
                throw bytes.error(.badField(.sectionCount, value: UInt64(parts.count)), at: cursor.offset)
            }
        }
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

    /// Returns a cursor at the start of the first section that matches; nil when there is none.
    func cursor(where isWanted: (Part) -> Bool) -> ByteCursor? {
        parts.first(where: isWanted).map { ByteCursor($0.bytes, .little) }
    }

    public var kind: ObjectKind {
        if parts.contains(where: { $0.name == "linking" }) { return .object }
        return parts.contains { $0.name == "dylink.0" } ? .dynamicLibrary : .executable
    }

    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        parts.map { part in
            ObjectSection(
                name: Self.name(of: part), size: UInt64(part.bytes.count), offset: part.offset,
                contents: Self.contents(of: part))
        }
    }

    private static func name(of part: Part) -> String {
        let names = [
            "custom", "type", "import", "function", "table", "memory", "global", "export", "start", "element", "code",
            "data", "data count", "tag",
        ]
        return part.id == 0 ? part.name : Int(part.id) < names.count ? names[Int(part.id)] : "\(part.id)"
    }

    private static func contents(of part: Part) -> ObjectSection.Contents {
        switch part.id {
        case 0 where part.name.hasPrefix(".debug_"): .debugInformation
        case 10: .code
        case 6, 11: .data
        default: .other  // An open set.
        }
    }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        var summary = ObjectSummary(
            format: .wasm, kind: kind, architecture: try isWide() ? "wasm64" : "wasm32",
            hasDebugInformation: parts.contains { $0.name.hasPrefix(".debug_") },
            positionIndependence: try positionIndependence(), abiFlags: try features())
        summary.take(try symbols())
        return summary
    }

    /// Returns the features that an engine must support, from the custom section `target_features`: number, then prefix
    /// u8 (`+` used, `-` and `=` of older compilers) and name.
    private func features() throws(ObjectFileError) -> [String] {
        guard var cursor = cursor(where: { $0.name == "target_features" }) else { return [] }
        var used: [String] = []
        for _ in 0..<(try cursor.leb()) {
            let prefix: UInt8 = try cursor.integer()
            let name = try cursor.lebText()
            if prefix != UInt8(ascii: "-") { used.append(name) }
        }
        return used.sorted()
    }
}
