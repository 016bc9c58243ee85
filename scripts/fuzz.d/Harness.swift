/// What libFuzzer calls: reads an input as the format that XBUILD_FUZZ_FORMAT names, and dies when a rule is broken.
///
/// The rules: no crash, no read out of bounds (the sanitizer), no hang (meter.c), no allocation over 16 times the input, no
/// more than 32 times at once, the properties of `FuzzFormat`, and that the quick look at archives agrees with the careful
/// one.
import Glibc
@testable import ObjectFiles

/// What reading may take beside: errors, tables of a few entries.
private let allowance = 16_384

/// Where `lipo` and the probe linker find the input: a file in memory, with the name by which it can be opened.
private let file = memory_file()
private let path = "/proc/self/fd/\(file)"

private let format = FuzzFormat(rawValue: getenv("XBUILD_FUZZ_FORMAT").map { String(cString: $0) } ?? "")

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    guard let format else { fatalError("XBUILD_FUZZ_FORMAT names no format") }
    // Makes the constants that Swift builds when they are first used.
    for each in FuzzFormat.allCases { each.read(ByteView([1, 2, 3], name: "warm-up")) }
    _ = format.brokenProgram("/dev/null", output: "/dev/null")
    meter_prepare()
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ base: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let format else { return -1 }
    let input = UnsafeBufferPointer(start: base, count: count)
    let bytes = ByteView(Array(input), name: "input")
    watch_begin()
    meter_begin()
    format.read(bytes)
    let use = meter_end()
    watch_end()
    guard use.largest <= 16 * count + allowance, use.held <= 32 * count + allowance else {
        fatalError("reading \(count) bytes took \(use.largest) bytes in one piece, \(use.held) in all")
    }
    watch_begin()
    format.list(bytes)
    if let broken = format.brokenProperty(of: bytes) { fatalError(broken) }
    if format == .archive, let broken = brokenScan(input) { fatalError(broken) }
    watch_end()
    if input.reduce(0, { $0 &* 31 &+ $1 }) % 128 == 0 { runPrograms(input, format) }
    return 0
}

/// The quick look at an archive whose bytes come in parts, whose size the input decides.
private func brokenScan(_ input: UnsafeBufferPointer<UInt8>) -> String? {
    let whole = UnsafeRawBufferPointer(input)
    let size = 8 + input.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFF } % 700
    let (inParts, atOnce) = (scanned(whole, size), scanned(whole, max(1, whole.count)))
    guard inParts == atOnce else { return "in parts of \(size) bytes an archive looks different" }
    guard let atOnce else { return nil }
    do throws(ObjectFileError) {
        let careful = try Archive(ByteView(Array(input), name: "input")).machOArchitecture()
        return careful == atOnce ? nil : "an archive for \(careful) looks as if for \(atOnce)"
    } catch {
        // Names, owners and dates are nothing that an architecture depends on.
        if case .badField(let field, _) = error.fault, field == .memberHeader || field == .memberName { return nil }
        return "an archive that is refused looks good: \(error)"
    }
}

private func scanned(_ bytes: UnsafeRawBufferPointer, _ size: Int) -> MachOArchitecture? {
    var scan = ArchiveScan()
    for start in stride(from: 0, to: bytes.count, by: size) {
        scan.take(UnsafeRawBufferPointer(rebasing: bytes[start..<min(start + size, bytes.count)]))
    }
    return scan.agreed
}

/// Programs start with the file system: too slow for every input.
private func runPrograms(_ input: UnsafeBufferPointer<UInt8>, _ format: FuzzFormat) {
    guard ftruncate(file, 0) == 0, pwrite(file, input.baseAddress, input.count, 0) == input.count else { return }
    watch_begin()
    if let broken = format.brokenProgram(path, output: "/dev/null") { fatalError(broken) }
    watch_end()
}
