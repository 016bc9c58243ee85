import Basics

/// The machine for which code is built: architecture, platform and environment. Only existing combinations can be
/// constructed.
///
/// The minimum OS version is not part of a target: a recipe, a toolchain or a user chooses it.
public struct Target: Hashable, Sendable, Comparable {
    public let architecture: Architecture
    public let platform: Platform
    public let environment: Environment

    /// Makes a target; nil when the combination does not exist (`armv7` on macOS, `simulator` on Linux).
    public init?(_ architecture: Architecture, _ platform: Platform, _ environment: Environment? = nil) {
        let environment = environment ?? platform.environments[0]
        guard Self.architectures(of: platform, environment).contains(architecture) else { return nil }
        self.init(checked: architecture, platform, environment)
    }

    /// Hashes the three bytes of the value. The synthesized function would hash three raw values, which are strings,
    /// and planning looks targets up millions of times.
    public func hash(into hasher: inout Hasher) {
        withUnsafeBytes(of: self) { hasher.combine(bytes: $0) }
    }

    /// Makes a target from a combination that is known to exist, without a check.
    init(checked architecture: Architecture, _ platform: Platform, _ environment: Environment) {
        self.architecture = architecture
        self.platform = platform
        self.environment = environment
    }

    /// Returns the architectures of a platform and environment, in the order in which lists print them; empty when the
    /// platform has no such environment.
    public static func architectures(of platform: Platform, _ environment: Environment) -> [Architecture] {
        switch (platform, environment) {
        case (.macOS, .device): [.arm64, .arm64e, .x86_64]
        case (.iOS, .device): [.armv7, .armv7s, .arm64, .arm64e]
        case (.iOS, .simulator): [.i386, .x86_64, .arm64]
        case (.iOS, .macCatalyst): [.arm64, .x86_64]
        case (.tvOS, .device): [.arm64, .arm64e]
        case (.tvOS, .simulator): [.arm64, .x86_64]
        case (.watchOS, .device): [.armv7k, .arm64_32, .arm64]
        case (.watchOS, .simulator): [.i386, .x86_64, .arm64]
        case (.visionOS, .device), (.visionOS, .simulator): [.arm64]
        case (.linux, .gnu), (.linux, .musl): [.x86_64, .arm64, .armv7, .i386, .riscv64, .ppc64le, .s390x]
        case (.android, .bionic): [.arm64, .armv7, .x86_64, .i386]
        case (.windows, .msvc), (.windows, .mingw): [.x86_64, .arm64, .i386]
        case (.wasi, .preview1): [.wasm32]
        case (.macOS, _), (.iOS, _), (.tvOS, _), (.watchOS, _), (.visionOS, _), (.linux, _), (.android, _),
            (.windows, _), (.wasi, _):
            []
        }
    }

    /// All targets, platform by platform.
    public static let all: [Target] = Platform.allCases.flatMap { platform in
        platform.environments.flatMap { environment in
            architectures(of: platform, environment).compactMap { Target($0, platform, environment) }
        }
    }

    private static let places = Dictionary(uniqueKeysWithValues: zip(all, 0...))

    /// Orders targets as in `all`.
    public static func < (left: Target, right: Target) -> Bool {
        places[left, default: 0] < places[right, default: 0]
    }
}

extension Target: TextCodable {
    /// A short unique name for command lines and folders: `ios-arm64`, `ios-simulator-x86_64`, `linux-gnu-aarch64`,
    /// `catalyst-arm64`, `wasi-wasm32`.
    public var name: String { Self.names[self] ?? spelling }

    private static let names = Dictionary(uniqueKeysWithValues: all.map { ($0, $0.spelling) })

    private var spelling: String { "\(system)-\(architectureWord)" }

    /// The platform and the environment in names: `ios`, `ios-simulator`, `catalyst`, `linux-gnu`, `wasi`.
    public var system: String {
        switch environment {
        case .device, .bionic, .preview1: platform.rawValue
        case .simulator, .gnu, .musl, .msvc, .mingw: "\(platform.rawValue)-\(environment.rawValue)"
        case .macCatalyst: environment.rawValue
        }
    }

    /// For Apple's platforms, `system` in the spelling of Apple's linker and of .tbd files: `maccatalyst`,
    /// `xros-simulator`.
    public var linkerSystem: String {
        if environment == .macCatalyst { return "maccatalyst" }
        return platform == .visionOS ? "xros" + system.dropFirst(platform.rawValue.count) : system
    }

    public var description: String { name }

    /// Returns the target with that `name`; nil when there is none.
    public init?(_ name: String) {
        guard let target = Self.byName[name] else { return nil }
        self = target
    }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.spelling, $0) })
}
