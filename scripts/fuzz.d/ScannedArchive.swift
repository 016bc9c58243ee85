@testable import ObjectFiles

/// Scans an archive in parts, whose size depends on the input; returns how the result differs from the full reader's,
/// or nil if both agree.
func brokenScan(_ bytes: [UInt8]) -> String? {
    let size = 8 + bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFF } % 700
    let (inParts, atOnce) = (scanned(bytes, size), scanned(bytes, max(1, bytes.count)))
    guard inParts == atOnce else { return "a scan in parts of \(size) bytes gives another result" }
    guard let atOnce else { return nil }
    do throws(ObjectFileError) {
        let careful = try Archive(ByteView(bytes, name: "input")).machOArchitecture()
        return careful == atOnce ? nil : "the scan gives \(atOnce) for an archive of \(careful)"
    } catch {
        // The scan skips names, owners and dates, on which the architecture does not depend.
        if case .badField(let field, _) = error.fault, field == .memberHeader || field == .memberName { return nil }
        return "the scan accepts an archive that the reader refuses: \(error)"
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
