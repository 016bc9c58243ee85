import TestSupport
import Testing

@testable import Targets

@Suite(.tags(.process)) struct TripleTests {
    @Test(.enabled(if: Clang.found != nil), arguments: Target.all)
    func `a triple is in clang's normal form`(_ target: Target) throws {
        let clang = try #require(Clang.found)
        let versioned = target.triple(minimum: OSVersion(14, 2))
        #expect(try clang.normalForm(of: target.triple) == target.triple)
        #expect(try clang.normalForm(of: versioned) == versioned)
    }

    @Test(arguments: Target.all)
    func `a written triple is read as the same target`(_ target: Target) {
        #expect(Target(triple: target.triple) == target)
        #expect(Target(triple: target.triple(minimum: OSVersion(14, 2))) == target)
        #expect(Target(triple: target.triple(minimum: OSVersion(12))) == target)
    }

    @Test func `no two targets share a triple or a name`() {
        #expect(Set(Target.all.map(\.triple)).count == Target.all.count)
        #expect(Set(Target.all.map(\.name)).count == Target.all.count)
    }

    @Test(arguments: [
        ("aarch64-linux-gnu", "linux-gnu-aarch64"),
        ("arm64-linux-gnu", "linux-gnu-aarch64"),
        ("x86_64-linux", "linux-gnu-x86_64"),
        ("amd64-pc-linux-gnu", "linux-gnu-x86_64"),
        ("x86_64-redhat-linux", "linux-gnu-x86_64"),
        ("x86_64-swift-linux-musl", "linux-musl-x86_64"),
        ("x86_64-alpine-linux-musl", "linux-musl-x86_64"),
        ("i486-linux-gnu", "linux-gnu-i686"),
        ("arm-linux-gnueabihf", "linux-gnu-armv7"),
        ("armv7l-unknown-linux-musleabihf", "linux-musl-armv7"),
        ("ppc64le-linux-gnu", "linux-gnu-powerpc64le"),
        ("aarch64-linux-android24", "android-aarch64"),
        ("armv7-linux-androideabi", "android-armv7"),
        ("armv7a-linux-androideabi21", "android-armv7"),
        ("i686-linux-android", "android-i686"),
        ("x86_64-w64-mingw32", "windows-mingw-x86_64"),
        ("i686-w64-windows-gnu", "windows-mingw-i686"),
        ("x86_64-pc-windows-msvc19.33", "windows-msvc-x86_64"),
        ("aarch64-windows", "windows-msvc-aarch64"),
        ("wasm32-wasi", "wasi-wasm32"),
        ("wasm32-unknown-wasip1", "wasi-wasm32"),
        ("arm64-apple-macos11", "macos-arm64"),
        ("x86_64-apple-darwin20.1.0", "macos-x86_64"),
        ("aarch64-apple-ios15.0", "ios-arm64"),
        ("x86_64-apple-ios", "ios-simulator-x86_64"),
        ("i386-apple-ios9.0", "ios-simulator-i386"),
        ("x86_64-apple-tvos", "tvos-simulator-x86_64"),
        ("i386-apple-watchos2.0", "watchos-simulator-i386"),
        ("x86_64-apple-ios13.1-macabi", "catalyst-x86_64"),
        ("arm64-apple-visionos2.0-simulator", "visionos-simulator-arm64"),
    ])
    func `usual spellings of a triple are read`(_ triple: String, _ name: String) {
        #expect(Target(triple: triple)?.name == name)
    }

    @Test(arguments: [
        "", "-", "---", "arm64", "arm64-", "arm64-apple", "arm64-apple-", "arm64-apple-ios-", "arm64--apple-ios",
        "-apple-ios", "arm64-apple-ios15.0x", "arm64-apple-ios15.0-simulator-extra", "arm64-apple-ios15..0",
        "arm64-apple-ios999999999999999999999", "arm64-apple-ios15.0.0.1", "arm64-apple-iossimulator",
        "arm64-apple-macosx-simulator", "arm64-apple-macosx-macabi", "armv7-apple-macosx", "x86_64-apple-xros",
        "arm64-apple-linux-gnu", "sparc-linux-gnu", "x86_64-linux-gnux32", "armv7-linux-gnueabi", "armv7-linux-gnu",
        "x86_64-linux-gnueabihf", "aarch64-linux-androideabi", "x86_64-linux-uclibc", "x86_64-freebsd",
        "wasm32-wasip2", "wasm32-unknown-wasip1-threads", "wasm32-linux-gnu", "x86_64-windows-cygnus",
        "x86_64-mingw32-linux-gnu-gnu", "x86_64 -linux-gnu", "X86_64-LINUX-GNU", "é-apple-ios", "arm64-apple-ios１５",
        "arm64-apple-ios15.0\n", "arm64-apple-\u{0}ios",
    ])
    func `a malformed, ambiguous or unsupported triple is refused`(_ text: String) {
        #expect(Target(triple: text) == nil)
        #expect(Target.minimum(inTriple: text) == nil)
    }

    @Test func `garbage triples are read or refused without a crash`() {
        let pieces = [
            "arm64", "apple", "ios", "linux", "gnu", "-", "--", ".", "15", "999999", "é", "\u{0}", "", "wasi",
        ]
        for first in pieces {
            for second in pieces {
                for third in pieces {
                    let text = first + "-" + second + third
                    guard let target = Target(triple: text) else { continue }
                    #expect(Target(triple: target.triple) == target)
                }
            }
        }
    }

    @Test(arguments: [
        ("arm64-apple-ios15.0-simulator", OSVersion(15)),
        ("x86_64-apple-macosx10.15.4", OSVersion(10, 15, 4)),
        ("aarch64-linux-android24", OSVersion(24)),
        ("aarch64-linux-android", nil),
        ("x86_64-apple-darwin20.1", nil),
        ("x86_64-w64-mingw32", nil),
        ("arm64-apple-ios", nil),
    ])
    func `the minimum version is read from the triple`(_ triple: String, _ version: OSVersion?) {
        #expect(Target.minimum(inTriple: triple) == version)
    }

    @Test(arguments: [
        ("macos-arm64", "arm64-apple-macosx11.0"),
        ("ios-simulator-arm64", "arm64-apple-ios11.0-simulator"),
        ("catalyst-x86_64", "x86_64-apple-ios11.0-macabi"),
        ("visionos-arm64", "arm64-apple-xros11.0"),
        ("android-armv7", "armv7-unknown-linux-android11"),
        ("linux-gnu-aarch64", "aarch64-unknown-linux-gnu"),
        ("windows-mingw-x86_64", "x86_64-unknown-windows-gnu"),
        ("wasi-wasm32", "wasm32-unknown-wasip1"),
    ])
    func `a triple contains the minimum only if the platform has versions`(_ name: String, _ triple: String) {
        #expect(Target(name)?.triple(minimum: OSVersion(11)) == triple)
    }
}
