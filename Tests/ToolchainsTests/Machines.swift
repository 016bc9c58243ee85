import Basics
import Documents
import Foundation
import Targets
import TestSupport
import Testing

@testable import Toolchains

/// Simulated machines, and the toolchain files of this repository.
enum Machines {
    static let linux = target(.x86_64, .linux, .gnu)
    static let linuxARM = target(.arm64, .linux, .gnu)
    static let mac = target(.arm64, .macOS, .device)

    /// Returns a target; stops the test program if there is no such target.
    static func target(_ architecture: Architecture, _ platform: Platform, _ environment: Environment) -> Target {
        guard let target = Target(architecture, platform, environment) else {
            preconditionFailure("no target \(architecture) \(platform) \(environment)")
        }
        return target
    }

    static func named(_ name: String) throws -> Target { try #require(Target(name), "no target \(name)") }

    static func digest(_ number: UInt8) -> Digest {
        guard let hash = SHA256Value(bytes: [UInt8](repeating: number, count: 32)) else {
            preconditionFailure("32 bytes are a SHA-256")
        }
        return Digest(hash: hash, size: Int(number))
    }

    static var shippedFolder: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("toolchains").path
    }

    /// Returns a catalog of this repository's toolchain files.
    static func shipped() throws -> ToolchainCatalog { try read.get() }

    private static let read = Result { try ToolchainCatalog.read(folders: [shippedFolder]) }

    /// The files of a Debian machine with Swift's toolchain in `/opt/toolchain`, where `clang` is a link.
    static let linuxFiles: [String: Digest] = {
        let own = ["clang-21", "llvm-ar", "llvm-nm", "lld"].map { "/opt/toolchain/usr/bin/\($0)" }
        let system = [
            "ld64.lld-19", "make", "dash", "autoreconf", "autoconf", "autoheader", "automake", "aclocal", "libtoolize",
            "m4",
            "perl", "pkgconf", "qemu-aarch64",
        ].map { "/usr/bin/\($0)" }
        let cross = [
            "/usr/aarch64-linux-gnu/lib/libc.so.6"
        ]
        let native = ["/opt/toolchain/usr/lib/clang/21/lib/linux/libclang_rt.builtins-x86_64.a"]
        let all = own + system + cross + native + ["/bin/dash"]
        return Dictionary(
            uniqueKeysWithValues: all.enumerated().map { ($0.element, digest(UInt8($0.offset + 1))) })
    }()

    static let linuxLinks = [
        "/opt/toolchain/usr/bin/clang": "/opt/toolchain/usr/bin/clang-21",
        "/opt/toolchain/usr/bin/clang++": "/opt/toolchain/usr/bin/clang-21",
        "/opt/toolchain/usr/bin/llvm-ranlib": "/opt/toolchain/usr/bin/llvm-ar",
        "/opt/toolchain/usr/bin/ld.lld": "/opt/toolchain/usr/bin/lld",
    ]

    /// The digest of each file in the parameter `with` of `debian`.
    static let addedDigest = digest(200)

    static func debian(
        files: [String: Digest] = linuxFiles, with added: [String] = [], without missing: [String] = []
    ) -> ToolchainEffects {
        .fixed(
            searchPath: ["/opt/toolchain/usr/bin", "/usr/bin", "/bin", "/opt/assembler/bin"],
            files: files.filter { !missing.contains($0.key) }
                .merging(added.map { ($0, addedDigest) }) { $1 },
            links: linuxLinks.filter { !missing.contains($0.key) })
    }
}

extension ToolchainEffects {
    /// Returns this machine. All files have the same digest, and its compilers count as honest without being run.
    static func here() -> ToolchainEffects {
        let digest = Machines.digest(1)
        return live(
            environment: ProcessInfo.processInfo.environment, output: { _ in nil },
            run: { arguments, _ in
                honestCompiler(arguments) { URL(filePath: $0).resolvingSymlinksInPath().path(percentEncoded: false) }
            },
            digests: ToolDigests(file: { _ in digest }, folder: { _ in digest }, text: unsafeDigest), memory: .none)
    }

    /// Returns a machine on which every path, program and SDK exists, so that every toolchain can be resolved. All
    /// files have the same digest.
    static func imaginary(_ digest: Digest) -> ToolchainEffects {
        ToolchainEffects(
            searchPath: ["/usr/bin"], isExecutable: { _ in true }, exists: { _ in true }, realPath: { $0 },
            environment: { _ in nil },
            output: { arguments in
                // `xcrun --sdk NAME --find TOOL` and `xcrun --sdk NAME --show-sdk-path`.
                guard arguments.count >= 4, arguments[0] == "xcrun" else { return nil }
                let developer = "/Applications/Xcode.app/Contents/Developer"
                return arguments.count > 4
                    ? "\(developer)/Toolchains/XcodeDefault.xctoolchain/usr/bin/\(arguments[4])"
                    : "\(developer)/SDKs/\(arguments[2]).sdk"
            },
            digest: { _ in digest }, folderDigest: { _ in digest }, names: { _ in [] }, form: { _ in .elf },
            run: { arguments, _ in honestCompiler(arguments) { $0 } }, textDigest: unsafeDigest, memory: .none)
    }
}
