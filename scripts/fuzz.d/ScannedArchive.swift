@testable import ObjectFiles

/// The quick scan of an archive in parts, whose size depends on the input: it must agree with the full reader.
func brokenScan(_ bytes: [UInt8]) -> String? {
    let size = 8 + bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFF } % 700
    let (inParts, atOnce) = (scanned(bytes, size), scanned(bytes, max(1, bytes.count)))
    guard inParts == atOnce else { return "in parts of \(size) bytes an archive looks different" }
    guard let atOnce else { return nil }
    do throws(ObjectFileError) {
        let careful = try Archive(ByteView(bytes, name: "input")).machOArchitecture()
        return careful == atOnce ? nil : "an archive for \(careful) looks as if for \(atOnce)"
    } catch {
        // The architecture depends on no names, owners and dates.
        if case .badField(let field, _) = error.fault, field == .memberHeader || field == .memberName { return nil }
        return "an archive that is refused looks good: \(error)"
    }
}

private func scanned(_ bytes: [UInt8], _ size: Int) -> MachOArchitecture? {
    var scan = ArchiveScan()
    bytes.withUnsafeBytes { bytes in
        for start in stride(from: 0, to: bytes.count, by: size) {
            scan.take(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
        }
    }
    return scan.agreed
}
