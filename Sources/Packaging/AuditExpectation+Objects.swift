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

    /// The architecture in the words of `ObjectSummary`.
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
    var platform: ObjectPlatform? {
        let isSimulator = target.environment == .simulator
        switch target.platform {
        case .macOS: return .macOS
        case .iOS where target.environment == .macCatalyst: return .macCatalyst
        case .iOS: return isSimulator ? .iOSSimulator : .iOS
        case .tvOS: return isSimulator ? .tvOSSimulator : .tvOS
        case .watchOS: return isSimulator ? .watchOSSimulator : .watchOS
        case .visionOS: return isSimulator ? .visionOSSimulator : .visionOS
        case .linux, .android, .windows, .wasi: return nil
        }
    }

    /// The target as a .tbd names it: `arm64-ios-simulator`.
    var stubTarget: String? {
        platform?.word.map { "\(target.architecture.rawValue)-\($0)" }
    }

    /// The version that objects record: the requested one, but at least the first one for the architecture, because
    /// clang raises older ones.
    var recordedVersion: PackedVersion? {
        guard let asked = minimumVersion, platform != nil else { return nil }
        let version = oldestVersion.map { max($0, asked) } ?? asked
        return PackedVersion(version.major, version.minor, version.patch)
    }

    /// The first version of a platform for arm64, if it is later than the platform's own first version.
    ///
    /// Source: LLVM, `Triple::getMinimumSupportedOSVersion`; a test compares with clang.
    private var oldestVersion: OSVersion? {
        guard target.architecture == .arm64 || target.architecture == .arm64e else { return nil }
        let isDevice = target.environment == .device
        switch target.platform {
        case .macOS: return OSVersion(11)
        case .iOS: return isDevice && target.architecture == .arm64 ? nil : OSVersion(14)
        case .tvOS: return isDevice ? nil : OSVersion(14)
        case .watchOS: return isDevice ? OSVersion(26) : OSVersion(7)
        case .visionOS, .linux, .android, .windows, .wasi: return nil
        }
    }
}
