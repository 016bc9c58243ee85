import Basics
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// A source and flags from which clang makes an object, and the faults that the audit must find in the object.
struct FaultyObject: CustomTestStringConvertible, Sendable {
    var name: String
    var target: String
    var triple: String
    var source = "int f(int x) { return x; }"
    /// The suffix of the source's file.
    var suffix = "c"
    var flags: [String] = []
    var expected: AuditExpectation
    /// `RULE: expected X, found Y` for each fault.
    var faults: [String]

    var testDescription: String { name }

    static func mac(_ version: OSVersion = OSVersion(11), bitcode: AuditExpectation.Bitcode = .none)
        -> AuditExpectation
    {
        AuditExpectation(target: .named("macos-arm64"), minimumVersion: version, bitcode: bitcode)
    }

    private static func ios(_ name: String, bitcode: AuditExpectation.Bitcode = .none) -> AuditExpectation {
        AuditExpectation(target: .named(name), minimumVersion: OSVersion(9), bitcode: bitcode)
    }

    private static let linux = AuditExpectation(target: .named("linux-gnu-x86_64"))

    static let all: [FaultyObject] = [
        FaultyObject(
            name: "a good object", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            source: "int puts(const char *); int f(void) { return puts(\"x\"); }", expected: mac(), faults: []),
        FaultyObject(
            name: "a good ELF object", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu", expected: linux,
            faults: []),
        FaultyObject(
            name: "another architecture", target: "macos-arm64", triple: "x86_64-apple-macosx11.0", expected: mac(),
            faults: ["architecture: expected arm64, found x86_64"]),
        FaultyObject(
            name: "another sub-architecture", target: "ios-armv7", triple: "armv7s-apple-ios9.0",
            expected: ios("ios-armv7"),
            faults: ["architecture: expected armv7, found armv7s"]),
        FaultyObject(
            name: "another ELF architecture", target: "linux-gnu-x86_64", triple: "aarch64-unknown-linux-gnu",
            expected: linux, faults: ["architecture: expected x86_64, found aarch64"]),
        FaultyObject(
            name: "a simulator object for a device", target: "ios-arm64", triple: "arm64-apple-ios14.0-simulator",
            expected: AuditExpectation(target: .named("ios-arm64"), minimumVersion: OSVersion(14)),
            faults: ["platform: expected ios, found ios-simulator"]),
        FaultyObject(
            name: "a device object for a simulator", target: "ios-simulator-arm64", triple: "arm64-apple-ios14.0",
            expected: AuditExpectation(target: .named("ios-simulator-arm64"), minimumVersion: OSVersion(14)),
            faults: ["platform: expected ios-simulator, found ios"]),
        FaultyObject(
            name: "a newer minimum version", target: "macos-arm64", triple: "arm64-apple-macosx12.3", expected: mac(),
            faults: ["minimum version: expected 11.0, found 12.3"]),
        FaultyObject(
            name: "an older minimum version", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            expected: mac(OSVersion(13)),
            faults: ["minimum version: expected 13.0, found 11.0"]),
        FaultyObject(
            name: "bitcode that was not requested", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            flags: ["-fembed-bitcode"], expected: ios("ios-arm64"), faults: ["bitcode: expected none, found full"]),
        FaultyObject(
            name: "a bitcode marker instead of bitcode", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            flags: ["-fembed-bitcode-marker"], expected: ios("ios-arm64", bitcode: .full),
            faults: ["bitcode: expected full, found marker"]),
        FaultyObject(
            name: "no bitcode marker", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            expected: ios("ios-arm64", bitcode: .marker), faults: ["bitcode: expected marker, found none"]),
        FaultyObject(
            name: "bitcode as requested", target: "ios-armv7", triple: "armv7-apple-ios9.0", flags: ["-fembed-bitcode"],
            expected: ios("ios-armv7", bitcode: .full), faults: []),
        FaultyObject(
            name: "assembly in a build with bitcode", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            source: ".globl _f\n_f: ret\n",
            suffix: "s", flags: ["-fembed-bitcode"], expected: ios("ios-arm64", bitcode: .full), faults: []),
        FaultyObject(
            name: "assembly with an unrequested bitcode marker", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            source: ".globl _f\n_f: ret\n", suffix: "s", flags: ["-fembed-bitcode-marker"],
            expected: ios("ios-arm64"), faults: ["bitcode: expected none, found marked assembly"]),
        FaultyObject(
            name: "assembly without a bitcode marker", target: "ios-arm64", triple: "arm64-apple-ios9.0",
            source: ".globl _f\n_f: ret\n", suffix: "s", expected: ios("ios-arm64", bitcode: .full),
            faults: ["bitcode: expected full, found none"]),
        FaultyObject(
            name: "a build path", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            source: "const char *where = \"from /xbuild/src/f.c\";", expected: mac(),
            faults: ["build path: expected no `/xbuild/`, found `/xbuild/src/f.c`"]),
        FaultyObject(
            name: "a build path in debug information", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu",
            flags: ["-g", "-fdebug-compilation-dir=/xbuild/work", "-gz=none"], expected: linux,
            faults: ["build path: expected no `/xbuild/`, found `/xbuild/work`"]),
        FaultyObject(
            name: "an undefined symbol", target: "macos-arm64", triple: "arm64-apple-macosx11.0",
            source: "int calloc_(void); int f(void) { return calloc_(); }", expected: mac(),
            faults: ["undefined symbol: expected a definition of `_calloc_`, found none"]),
        FaultyObject(
            name: "an undefined ELF symbol", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu",
            source: "int gone(void); int f(void) { return gone(); }", expected: linux,
            faults: ["undefined symbol: expected a definition of `gone`, found none"]),
        FaultyObject(
            name: "a weak undefined symbol", target: "linux-gnu-x86_64", triple: "x86_64-unknown-linux-gnu",
            source: "__attribute__((weak)) int gone(void); int f(void) { return gone ? gone() : 0; }", expected: linux,
            faults: []),
        FaultyObject(
            name: "symbols of a dependency, the sysroot and the application", target: "linux-gnu-x86_64",
            triple: "x86_64-unknown-linux-gnu",
            source: "int inflate(void), puts(const char *), callback(void);"
                + "int f(void) { return inflate() + puts(\"\") + callback(); }", expected: linux, faults: []),
        FaultyObject(
            name: "two faults at once", target: "macos-arm64", triple: "x86_64-apple-macosx10.13", expected: mac(),
            faults: ["architecture: expected arm64, found x86_64", "minimum version: expected 11.0, found 10.13"]),
        FaultyObject(
            name: "an ELF object for an Apple target", target: "macos-arm64", triple: "aarch64-unknown-linux-gnu",
            expected: mac(),
            faults: ["format: expected mach-o object, found elf object"]),
    ]
}
