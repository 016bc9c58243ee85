import Actions
import Basics
import Foundation
import Targets
import TestSupport
import Testing
import Toolchains

/// Simulated hosts: their files are listed here, and the digest of a file is the digest of its path.
enum Machines {
    static let linux = target(.x86_64, .linux, .gnu)
    static let linuxARM = target(.arm64, .linux, .gnu)
    static let mac = target(.arm64, .macOS, .device)
    static let macIntel = target(.x86_64, .macOS, .device)

    static func digest(_ path: String) -> Digest { Digest(of: Array(path.utf8)) }

    static func named(_ name: String) throws -> Target { try #require(Target(name), "no target \(name)") }

    /// Returns the effects of a simulated host.
    static func effects(_ host: Target) -> ToolchainEffects { host.platform == .macOS ? macEffects : debian }

    private static func target(_ architecture: Architecture, _ platform: Platform, _ environment: Environment) -> Target
    {
        guard let target = Target(architecture, platform, environment) else {
            preconditionFailure("no target \(architecture) \(platform) \(environment)")
        }
        return target
    }

    private static func digests(_ paths: [String]) -> [String: Digest] {
        Dictionary(uniqueKeysWithValues: paths.map { ($0, digest($0)) })
    }

    // MARK: Debian

    /// Swift's toolchain in `/swift`, and Debian's libraries for x86_64 and arm64, native and cross.
    private static let debian = ToolchainEffects.fixed(
        searchPath: ["/swift/usr/bin", "/usr/bin", "/bin"],
        files: digests(
            ["clang-21", "llvm-ar", "llvm-nm", "llvm-strip", "lld"].map { "/swift/usr/bin/\($0)" }
                + ["ld64.lld-19", "make", "pkgconf", "qemu-aarch64", "qemu-x86_64", "perl", "m4"].map {
                    "/usr/bin/\($0)"
                }
                + autotools.map { "/usr/bin/\($0)" } + ["/bin/dash"]
                + ["/swift/usr/lib/clang/21/lib/linux/libclang_rt.builtins-x86_64.a"]
                + libraries("x86_64", loader: "ld-linux-x86-64.so.2")
                + libraries("aarch64", loader: "ld-linux-aarch64.so.1")),
        links: [
            "/swift/usr/bin/clang": "/swift/usr/bin/clang-21", "/swift/usr/bin/clang++": "/swift/usr/bin/clang-21",
            "/swift/usr/bin/llvm-ranlib": "/swift/usr/bin/llvm-ar", "/swift/usr/bin/ld.lld": "/swift/usr/bin/lld",
        ])

    private static let autotools = ["autoreconf", "autoconf", "autoheader", "automake", "aclocal", "libtoolize"]

    private static func libraries(_ cpu: String, loader: String) -> [String] {
        let triple = "\(cpu)-linux-gnu"
        let names = ["libc.so.6", "libc.a", "libm.so.6", "libgcc_s.so.1", "libc_nonshared.a", loader]
        return names.flatMap { ["/usr/lib/\(triple)/\($0)", "/usr/\(triple)/lib/\($0)"] } + [
            "/usr/include/\(triple)/bits/libc-header-start.h", "/usr/\(triple)/include/stdio.h",
        ]
    }

    // MARK: Mac

    private static let developer = "/Applications/Xcode.app/Contents/Developer"
    private static let xcodeBin = "\(developer)/Toolchains/XcodeDefault.xctoolchain/usr/bin"
    private static let sdks = [
        "macosx", "iphoneos", "iphonesimulator", "appletvos", "appletvsimulator", "watchos", "watchsimulator", "xros",
        "xrsimulator",
    ]
    private static let xcodeTools = ["clang", "clang++", "ar", "ranlib", "nm", "strip", "ld"]

    private static func sdkPath(_ sdk: String) -> String { "\(developer)/SDKs/\(sdk).sdk" }

    /// Xcode, and Autotools from Homebrew.
    private static let macEffects = ToolchainEffects.fixed(
        searchPath: ["/opt/homebrew/bin", "/usr/bin", "/bin"],
        files: digests(
            xcodeTools.map { "\(xcodeBin)/\($0)" }
                + sdks.flatMap { ["\(sdkPath($0))/SDKSettings.json", "\(sdkPath($0))/usr/lib/libSystem.tbd"] }
                + autotools.dropLast().map { "/opt/homebrew/bin/\($0)" }
                + ["/opt/homebrew/bin/glibtoolize", "/opt/homebrew/bin/gm4", "/opt/homebrew/bin/pkgconf"]
                + ["/usr/bin/make", "/usr/bin/perl", "/usr/bin/cc", "/bin/sh"]),
        outputs: Dictionary(
            uniqueKeysWithValues: sdks.flatMap { sdk in
                [
                    ("xcrun --sdk \(sdk) --show-sdk-path", sdkPath(sdk)),
                    ("xcrun --sdk \(sdk) --find make", "/usr/bin/make"),
                ]
                    + xcodeTools.map { ("xcrun --sdk \(sdk) --find \($0)", "\(xcodeBin)/\($0)") }
            }))
}
