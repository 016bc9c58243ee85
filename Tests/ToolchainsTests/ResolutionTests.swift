import Basics
import Foundation
import Targets
import TestSupport
import Testing

@testable import Toolchains

@Suite struct ResolutionTests {
    static func resolve(
        _ name: String, host: Target = Machines.linux, on effects: ToolchainEffects = Machines.debian(),
        _ change: (inout ToolchainRequest) -> Void = { _ in }
    ) async throws -> ResolvedToolchain {
        var request = ToolchainRequest(target: try Machines.named(name), host: host)
        change(&request)
        return try await Machines.shipped().resolve(request, effects)
    }

    /// The arguments that pass the action's linker to the compiler.
    private static let linker = linker()
    private static let appleLinker = linker(after: ["-mlinker-version=820"])

    private static func linker(after words: [Argument] = []) -> [Argument] {
        [Argument("-B", ResolvedToolchain.linkerFolder), "--start-no-unused-arguments"] + words
            + [Argument("--ld-path=", ResolvedToolchain.linkerPath), "--end-no-unused-arguments"]
    }

    @Test func `a build for iOS on Linux uses clang and a stub sysroot`() async throws {
        let found = try await Self.resolve("ios-arm64")
        #expect(found.name == "apple-stub")
        #expect(found.tools[.cc]?.path == "/opt/toolchain/usr/bin/clang")
        #expect(found.tools[.cc]?.realPath == "/opt/toolchain/usr/bin/clang-21")
        #expect(found.tools[.ranlib]?.path == "/opt/toolchain/usr/bin/llvm-ranlib")
        #expect(
            found.driver == [
                "--no-default-config", "--target=arm64-apple-ios12.0", "-isysroot",
                Argument("", "sysroot").withoutEmptyText,
            ] + Self.appleLinker)
        #expect(found.ldflags == [])
        #expect(found.runtimeLibraries == [Argument([.path("sysroot/usr/lib/libSystem.tbd")])])
        #expect(found.hostTriple == "aarch64-apple-darwin")
        #expect(found.buildTriple == "x86_64-linux-gnu")
        #expect(found.prefixMapFlags == ["-ffile-prefix-map="])
        #expect(found.run == nil)
        #expect(found.visibleFolders == ["/opt/toolchain/usr"])
        #expect(found.commands == ["pkg-config": "/usr/bin/pkgconf"])
        guard case .stub(let stub, let wheel) = found.sysroot else {
            Issue.record("not a stub: \(found.sysroot)")
            return
        }
        #expect(stub.family == .iOS)
        #expect(stub.version == OSVersion(18, 5))
        #expect(wheel.package == "ziglang")
    }

    @Test func `an architecture that lld does not support uses the probe linker`() async throws {
        let found = try await Self.resolve("ios-armv7", on: Machines.debian(without: ["/usr/bin/ld64.lld-19"]))
        #expect(found.link == .probe)
        #expect(found.driver.suffix(5) == Self.appleLinker)
        #expect(found.triple == "armv7-apple-ios9.0")
        #expect(found.missing[.ld]?.packages == ["lld-19"])
    }

    @Test func `the probe linker can be requested`() async throws {
        let found = try await Self.resolve("ios-arm64") { $0.link = .probe }
        #expect(found.link == .probe)
        #expect(found.driver.suffix(5) == Self.appleLinker)
    }

    @Test func `Linux on Linux uses a glibc sysroot`() async throws {
        let found = try await Self.resolve("linux-gnu-aarch64")
        #expect(
            found.driver == [
                "--no-default-config", "--target=aarch64-unknown-linux-gnu",
                Argument("--sysroot=", ResolvedToolchain.sysrootPath),
            ] + Self.linker)
        #expect(found.ldflags == [])
        guard case .glibc(let sysroot, let wheel, let runtime) = found.sysroot else {
            Issue.record("not glibc: \(found.sysroot)")
            return
        }
        #expect(sysroot.architecture == .arm64 && sysroot.version == OSVersion(2, 31) && wheel.package == "ziglang")
        guard case .member("usr/lib/gcc-cross/aarch64-linux-gnu/14/libgcc.a", let package) = runtime else {
            Issue.record("another runtime: \(runtime)")
            return
        }
        #expect(package.origin == .debian(suites: ["trixie"]) && package.package == "libgcc-14-dev-arm64-cross")
        #expect(found.inputFiles == [])
        #expect(found.runtimeLibraries.first == Argument([.path("sysroot/usr/lib/libc.so.6")]))
        #expect(found.run == ["/usr/bin/qemu-aarch64", "-L", "/usr/aarch64-linux-gnu"])
        #expect(found.hostTriple == "aarch64-linux-gnu")
        #expect(found.minimum == nil)
        let without = try await Self.resolve(
            "linux-gnu-aarch64", on: Machines.debian(without: ["/usr/bin/qemu-aarch64"]))
        #expect(without.run == nil)
        #expect(without.missing[.emulator]?.packages == ["qemu-user"])
    }

    @Test func `a requested program is found and its digest is in the build's properties`() async throws {
        let program = "/opt/assembler/bin/nasm"
        let found = try await Self.resolve("linux-gnu-x86_64", on: Machines.debian(with: [program])) {
            $0.tools = ["nasm", "perl"]
        }
        #expect(found.buildProperties()["tool.nasm"] == Machines.addedDigest.description)
        #expect(found.commands == ["nasm": program, "pkg-config": "/usr/bin/pkgconf"])
        #expect(found.visibleFolders.contains("/opt/assembler"))
    }

    @Test(arguments: [
        (["perl"], ["perl"], ["perl"]), (["nasm"], ["nasm"], []),
        (["ninja"], ["ninja", "ninja-build"], ["ninja-build"]),
    ])
    func `a missing build tool is an error that names its package`(
        _ tools: [String], _ candidates: [String], _ packages: [String]
    ) async throws {
        let effects = Machines.debian(without: ["/usr/bin/perl", "/usr/bin/ninja"])
        let error = await #expect(throws: ToolchainError.self) {
            try await Self.resolve("linux-gnu-x86_64", on: effects) { $0.tools = tools }
        }
        guard case .missing(let parts, _, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(parts.map(\.candidates) == [candidates])
        #expect(parts.map(\.packages) == [packages])
    }

    @Test func `build properties contain only the tools of the chosen build system`() async throws {
        let found = try await Self.resolve(
            "linux-gnu-x86_64", on: Machines.debian(with: ["/usr/bin/cmake", "/usr/bin/ninja", "/usr/bin/meson"]))
        let own = { (roles: [ToolRole]) in
            Set(found.buildProperties(using: roles).keys).subtracting(found.buildProperties().keys)
        }
        #expect(own([.cmake, .ninja]) == ["tool.cmake", "tool.ninja"])
        #expect(own([.meson, .ninja]) == ["tool.meson", "tool.ninja"])
    }

    @Test func `the host's own target has a glibc sysroot`() async throws {
        let found = try await Self.resolve("linux-gnu-x86_64")
        #expect(found.hostTriple == found.buildTriple)
        #expect(found.run == [])
        guard case .glibc(_, _, let runtime) = found.sysroot else {
            Issue.record("not glibc: \(found.sysroot)")
            return
        }
        let file = "/opt/toolchain/usr/lib/clang/21/lib/linux/libclang_rt.builtins-x86_64.a"
        #expect(runtime == .file(file) && found.inputFiles == [file])
        let without = try await Self.resolve("linux-gnu-x86_64", on: Machines.debian(without: [file]))
        guard case .glibc(_, _, .member(_, let package)) = without.sysroot else {
            Issue.record("not pinned: \(without.sysroot)")
            return
        }
        #expect(package.package == "libgcc-14-dev-amd64-cross")
    }

    @Test func `the order of PATH does not change where programs are found`() async throws {
        var effects = Machines.debian()
        let (isExecutable, realPath) = (effects.isExecutable, effects.realPath)
        let usual = { @Sendable (path: String) in path.hasPrefix("/bin/") ? "/usr\(path)" : path }
        effects.isExecutable = { isExecutable(usual($0)) }
        effects.realPath = { $0 == "/bin" || $0 == "/usr/bin" ? "/usr/bin" : realPath(usual($0)) }
        let first = try await Self.resolve("linux-gnu-x86_64", on: effects)
        effects.searchPath = ["/opt/toolchain/usr/bin", "/bin", "/usr/bin"]
        #expect(try await Self.resolve("linux-gnu-x86_64", on: effects) == first)
    }

    @Test func `a requested minimum version is used, raised if necessary, and ignored on Linux`() async throws {
        let found = try await Self.resolve("ios-arm64") { $0.minimum = OSVersion(15, 2) }
        #expect(found.triple == "arm64-apple-ios15.2")
        #expect(found.driver[1] == "--target=arm64-apple-ios15.2")
        #expect(found.minimum == OSVersion(15, 2))
        let tooOld = try await Self.resolve("macos-arm64") { $0.minimum = OSVersion(10, 9) }
        #expect(tooOld.triple == "arm64-apple-macosx11.0")
        let linux = try await Self.resolve("linux-gnu-aarch64") { $0.minimum = OSVersion(15, 2) }
        #expect(linux.minimum == nil)
    }

    @Test func `a custom SDK replaces the stub sysroot`() async throws {
        var files = Machines.linuxFiles
        files["/sdks/iPhoneOS.sdk/SDKSettings.json"] = Machines.digest(200)
        let effects = Machines.debian(files: files)
        let found = try await Self.resolve("ios-arm64", on: effects) { $0.sdk = "/sdks/iPhoneOS.sdk" }
        #expect(found.sysroot == .folder("/sdks/iPhoneOS.sdk"))
        #expect(found.driver[3] == "/sdks/iPhoneOS.sdk")
        #expect(found.runtimeLibraries == ["/sdks/iPhoneOS.sdk/usr/lib/libSystem.tbd"])
        #expect(found.visibleFolders == ["/opt/toolchain/usr", "/sdks/iPhoneOS.sdk"])
        #expect(found.properties["file./sdks/iPhoneOS.sdk/SDKSettings.json"] == Machines.digest(200).description)
        await #expect(throws: ToolchainError.self) {
            try await Self.resolve("ios-arm64", on: effects) { $0.sdk = "/sdks/None.sdk" }
        }
    }

    // MARK: Missing parts

    @Test func `one error names all missing parts with their packages`() async throws {
        let effects = Machines.debian(without: [
            "/usr/bin/make", "/opt/toolchain/usr/bin/clang", "/opt/toolchain/usr/bin/lld",
        ])
        let error = try await #require(throws: ToolchainError.self) {
            try await Self.resolve("linux-gnu-aarch64", on: effects)
        }
        #expect(error.description.hasPrefix("the toolchain `linux-gnu` lacks `clang` (cc), "))
        #expect(error.description.contains("`make` or `gmake` (make)"))
        #expect(error.description.hasSuffix(" for `linux-gnu-aarch64`"))
        let hint = try #require(error.hint)
        #expect(
            hint == "apt-get install lld-19 make; "
                + "install Swift (https://swift.org/install) and put its usr/bin on PATH")
    }

    @Test func `without the emulator's libraries, programs of the target are not run`() async throws {
        let libc = "/usr/aarch64-linux-gnu/lib/libc.so.6"
        let found = try await Self.resolve("linux-gnu-aarch64", on: Machines.debian(without: [libc]))
        #expect(found.run == nil)
    }

    @Test func `a missing optional tool is an error only for builds that need it`() async throws {
        let found = try await Self.resolve("ios-arm64", on: Machines.debian(without: ["/usr/bin/autoreconf"]))
        #expect(try found.tool(.cc).path == "/opt/toolchain/usr/bin/clang")
        let error = try #require(throws: ToolchainError.self) { try found.tool(.autoreconf) }
        #expect(error.description == "the toolchain `apple-stub` lacks `autoreconf` (autoreconf) for `ios-arm64`")
        #expect(error.hint == "apt-get install autoconf")
    }

    // MARK: Properties

    @Test func `every tool that affects builds is in the properties`() async throws {
        let before = try await Self.resolve("linux-gnu-aarch64").properties
        #expect(before["OSFamily"] == "linux")
        #expect(before["ISA"] == "x86-64")
        for (path, key) in [
            ("/opt/toolchain/usr/bin/clang-21", "tool.cc"), ("/opt/toolchain/usr/bin/lld", "tool.ld"),
            ("/opt/toolchain/usr/bin/llvm-ar", "tool.ranlib"), ("/bin/dash", "tool.shell"),
            ("/usr/bin/make", "tool.make"),
        ] {
            var files = Machines.linuxFiles
            files[path] = Machines.digest(99)
            let after = try await Self.resolve("linux-gnu-aarch64", on: Machines.debian(files: files)).properties
            #expect(after[key] == Machines.digest(99).description, "\(path)")
            #expect(before[key] != after[key], "\(path)")
            #expect(Set(before.keys) == Set(after.keys))
        }
    }

    @Test func `the properties of an action contain only tools that it uses`() async throws {
        let found = try await Self.resolve("ios-arm64")
        let bootstrap = found.properties(ofHostTools: ResolvedToolchain.bootstrapTools)
        #expect(bootstrap["tool.autoconf"] != nil)
        #expect(bootstrap["OSFamily"] == "linux")
        #expect(bootstrap["tool.cc"] == nil)
        #expect(bootstrap["sysroot"] == nil)
        #expect(found.buildProperties()["tool.cc"] != nil)
        #expect(found.buildProperties()["tool.make"] != nil)
        #expect(found.buildProperties()["tool.autoconf"] == nil)
    }

    @Test func `a resolved toolchain equals the value decoded from its JSON`() async throws {
        let found = try await Self.resolve("macos-arm64")
        let data = try JSONEncoder().encode(found)
        #expect(try JSONDecoder().decode(ResolvedToolchain.self, from: data) == found)
    }

    // MARK: Xcode, from any host

    @Test func `Xcode provides the tools and the SDK on macOS`() async throws {
        let developer = "/Applications/Xcode.app/Contents/Developer"
        let bin = "\(developer)/Toolchains/XcodeDefault.xctoolchain/usr/bin"
        let found = try await Self.resolve("ios-arm64", host: Machines.mac, on: .imaginary(Machines.digest(1)))
        #expect(found.name == "xcode")
        #expect(found.tools[.cc]?.path == "\(bin)/clang")
        #expect(found.driver == ["--target=arm64-apple-ios12.0", "-isysroot", "\(developer)/SDKs/iphoneos.sdk"])
        #expect(found.ldflags == [])
        #expect(found.runtimeLibraries == ["\(developer)/SDKs/iphoneos.sdk/usr/lib/libSystem.tbd"])
        #expect(found.properties["OSFamily"] == "macos")
        #expect(found.properties["ISA"] == "arm-a64")
        #expect(found.hostTriple != found.buildTriple)
    }

    @Test func `the error on a Mac without Xcode names the missing compiler and SDK`() async throws {
        let effects = ToolchainEffects.fixed(searchPath: ["/usr/bin"], files: ["/bin/sh": Machines.digest(1)])
        let error = try await #require(throws: ToolchainError.self) {
            try await Self.resolve("visionos-arm64", host: Machines.mac, on: effects)
        }
        #expect(error.description.contains("`xcrun clang` (cc)"))
        #expect(error.description.contains("`xros` (SDK)"))
        #expect(error.hint == "install Xcode; install Xcode with this platform")
    }
}

extension Argument {
    /// The argument without its empty texts: `Argument("", path)` begins with an empty text.
    fileprivate var withoutEmptyText: Argument { Argument(pieces.filter { $0 != .text("") }) }
}
