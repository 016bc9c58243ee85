/// An import object: a member of an import library that names one export of a DLL.
///
/// ```
/// 0000 FFFF, version u16 (0), machine u16, time u32, size of the names u32, ordinal or hint u16,
/// type u16 (lowest 2 bits: 0 code, 1 data, 2 constant; next 3: how the name in the DLL is derived), then
/// NUL-terminated: the symbol, the DLL
/// ```
/// An import object defines `__imp_SYMBOL`, a pointer to the imported symbol. For code and constants it also defines
/// the symbol itself; for code, this is a jump through the pointer. Source: Microsoft's PE Format, "Import Library
/// Format".
public struct COFFImport: ObjectContents, Sendable {
    public let bytes: ByteView
    public let machine: UInt16
    public let kind: Kind
    public let symbol: String
    /// The DLL's file name.
    public let library: String

    public enum Kind: UInt16, CaseIterable, Hashable, Sendable {
        case code
        case data
        case constant
    }

    static func isImport(_ view: ByteView) -> Bool { view.starts(with: [0, 0, 0xFF, 0xFF, 0, 0]) }

    public init(_ bytes: ByteView) throws(ObjectFileError) {
        guard Self.isImport(bytes) else { throw bytes.error(.unknownFormat) }
        self.bytes = bytes
        machine = try bytes.integer(at: 6, .little)
        let size: UInt32 = try bytes.integer(at: 12, .little)
        let type: UInt16 = try bytes.integer(at: 18, .little)
        guard let kind = Kind(rawValue: type & 3) else { throw bytes.error(.badField(.importType, value: 3), at: 18) }
        self.kind = kind
        let names = try bytes.slice(at: 20, size: size)
        let name = try names.terminated(at: 0)
        symbol = name.text()
        library = try names.terminatedText(at: name.count + 1)
    }

    public var architectureName: String { COFFFile.name(of: machine) }

    public func symbols() throws(ObjectFileError) -> [ObjectSymbol] {
        let names = kind == .data ? ["__imp_\(symbol)"] : ["__imp_\(symbol)", symbol]
        return names.map { ObjectSymbol(name: $0, definition: .defined, binding: .global, place: .section(0)) }
    }

    /// Returns one section, which stands for the contents of the DLL.
    public func sections() throws(ObjectFileError) -> [ObjectSection] {
        let contents: ObjectSection.Contents =
            switch kind {
            case .code: .code
            case .data: .data
            case .constant: .readOnlyData
            }
        return [ObjectSection(name: library, size: 0, offset: nil, contents: contents)]
    }

    public func summary() throws(ObjectFileError) -> ObjectSummary {
        var summary = ObjectSummary(
            format: .coff, kind: .importObject, architecture: architectureName, positionIndependence: .notApplicable)
        summary.take(try symbols())
        return summary
    }
}
