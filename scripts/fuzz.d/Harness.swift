/// libFuzzer's entry point: reads an input in the format that XBUILD_FUZZ_FORMAT names, and aborts when a rule is
/// broken.
///
/// The rules: no crash, no access out of bounds (the sanitizer), no hang (meter.c), memory within the format's limit,
/// and the checks of the format's `Subject`.
import Glibc

private let subject = getenv("XBUILD_FUZZ_FORMAT").flatMap { Subject(String(cString: $0)) }

/// The file to which parsed values are written for compare.py; nil if XBUILD_FUZZ_VALUES is not set.
private let values = getenv("XBUILD_FUZZ_VALUES").map { open($0, O_WRONLY | O_CREAT | O_TRUNC, 0o600) }

@_cdecl("LLVMFuzzerInitialize")
public func initialize(_ count: UnsafeMutableRawPointer, _ arguments: UnsafeMutableRawPointer) -> CInt {
    guard let subject else { fatalError("XBUILD_FUZZ_FORMAT names no format") }
    // Initialises Swift's lazy globals.
    subject.warmUp()
    meter_prepare()
    return 0
}

@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ base: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let subject else { return -1 }
    let bytes = Array(UnsafeBufferPointer(start: base, count: count))
    if let values, let describe = subject.describe {
        let line = Array((hex(bytes) + " " + describe(bytes) + "\n").utf8)
        guard write(values, line, line.count) == line.count else { fatalError("XBUILD_FUZZ_VALUES cannot be written") }
        return 0
    }
    watch_begin()
    meter_begin()
    subject.read(bytes)
    let use = meter_end()
    watch_end()
    guard subject.memory.holds(use, of: count) else {
        fatalError("reading \(count) bytes took \(use.largest) bytes in one piece, \(use.held) in all")
    }
    let number = bytes.reduce(0 as UInt) { $0 &* 31 &+ UInt($1) }
    watch_begin()
    if number % UInt(subject.share) == 0, let broken = subject.brokenProperty(bytes) { fatalError(broken) }
    watch_end()
    // The programs open files, which is too slow for every input.
    if let programs = subject.brokenProgram, number % 128 == 0 {
        watch_begin()
        if let broken = programs(bytes) { fatalError(broken) }
        watch_end()
    }
    return 0
}
