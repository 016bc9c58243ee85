import ObjectFiles
import Steps
import Targets

extension AuditExpectation {
    var format: ObjectFormat {
        switch target.platform {
        case .macOS, .iOS, .tvOS, .watchOS, .visionOS: .machO
        case .linux, .android: .elf
        case .windows: .coff
        case .wasi: .wasm
        }
    }

    /// The prefix of C names in a symbol table.
    var globalPrefix: String {
        switch format {
        case .machO: "_"
        case .coff: target.architecture == .i386 ? "_" : ""
        case .elf, .wasm: ""
        }
    }

    /// The architecture by its name in `ObjectSummary`.
    var architecture: String {
        switch target.architecture {
        case .armv7 where format != .machO: "arm"
        case .arm64 where format != .machO: "aarch64"
        case .ppc64le: "powerpc64le"
        case .armv7, .armv7s, .armv7k, .arm64, .arm64e, .arm64_32, .i386, .x86_64, .riscv64, .s390x, .wasm32:
            target.architecture.rawValue
        }
    }

    /// The platform in Mach-O; nil for other formats.
    var platform: ObjectPlatform? { target.platform.isApple ? ObjectPlatform(word: target.linkerSystem) : nil }

    /// The target as a .tbd names it: `arm64-ios-simulator`.
    var stubTarget: String? {
        target.platform.isApple ? "\(target.architecture.rawValue)-\(target.linkerSystem)" : nil
    }

    /// The version that objects record: the requested version, or the first version for the target if that is newer,
    /// because clang replaces an older version by it.
    var recordedVersion: PackedVersion? {
        guard target.platform.isApple, let version = minimumVersion.map(target.effectiveMinimum) else { return nil }
        return PackedVersion(version.major, version.minor, version.patch)
    }
}
