/// Determines whether code works for any place of its data in memory and of its functions in the table.
///
/// ```
/// reloc.CODE: the section's index, number, then for each: type u8, offset, index; for addresses and offsets in
///             sections also an addend (signed)
/// ```
/// Objects are position dependent if their code has constants for addresses in memory (types 3, 4, 14, 15) or for
/// places in the table of functions (1, 18); position-independent code has them relative to `__memory_base` and
/// `__table_base`. A linked module with a section `dylink.0` can be loaded at any address.
/// Numbers are LEB128. Sources: the tool conventions' Linking.md and DynamicLinking.md.
extension WasmFile {
    public func positionIndependence() throws(ObjectFileError) -> PositionIndependence {
        switch kind {
        case .dynamicLibrary: return .independent
        case .object: break
        case .executable, .bundle, .importObject, .other: return .dependent
        }
        guard var cursor = cursor(where: { $0.name == "reloc.CODE" }) else { return .independent }
        _ = try cursor.leb()
        for _ in 0..<(try cursor.leb()) {
            let type: UInt8 = try cursor.integer()
            if Self.absolute.contains(type) { return .dependent }
            _ = try cursor.leb()
            _ = try cursor.leb()
            if Self.withAddend.contains(type) { _ = try cursor.leb64() }
        }
        return .independent
    }

    private static let absolute: Set<UInt8> = [1, 3, 4, 14, 15, 18]
    private static let withAddend: Set<UInt8> = [5, 8, 9, 11, 16, 17, 21, 22, 23, 25]
}
