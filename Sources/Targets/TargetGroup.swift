/// A named set of targets, for command lines and recipes.
public enum TargetGroup: String, CaseIterable, Hashable, Sendable, Codable {
    /// The five classic architectures of hand-written scripts: armv7, armv7s and arm64 devices, i386 and x86_64
    /// simulators.
    case iosUniversal = "ios-universal"
    case ios
    case iosSimulator = "ios-simulator"
    case macos
    case tvos
    case watchos
    case visionos
    case catalyst
    case apple
    case linux
    /// The machine that xbuild runs on.
    case host
    /// Every target for which a toolchain is available.
    case all

    /// Returns the group's targets on a given host, in the order of `Target.all`. The result for `all` is every target;
    /// callers must remove those for which no toolchain is available.
    public func targets(host: Target) -> [Target] {
        Target.all.filter { target in
            switch self {
            case .iosUniversal: Self.classicFive.contains(target.name)
            case .ios: target.platform == .iOS && target.environment == .device && target.architecture == .arm64
            case .iosSimulator:
                target.platform == .iOS && target.environment == .simulator && target.architecture != .i386
            case .macos: target.platform == .macOS && target.architecture != .arm64e
            case .tvos: target.platform == .tvOS && target.architecture != .arm64e
            case .watchos: target.platform == .watchOS && target.architecture != .i386
            case .visionos: target.platform == .visionOS
            case .catalyst: target.environment == .macCatalyst
            case .apple: target.platform.isApple && Self.isCurrent(target)
            case .linux:
                target.platform == .linux && target.environment == .gnu
                    && [.x86_64, .arm64].contains(target.architecture)
            case .host: target == host
            case .all: true
            }
        }
    }

    private static let classicFive: Set<String> = [
        "ios-armv7", "ios-armv7s", "ios-arm64", "ios-simulator-i386", "ios-simulator-x86_64",
    ]

    /// Returns whether Apple's current tools still build for the target.
    private static func isCurrent(_ target: Target) -> Bool {
        switch target.architecture {
        case .armv7, .armv7s, .i386, .arm64e: false
        case .armv7k, .arm64, .arm64_32, .x86_64, .riscv64, .ppc64le, .s390x, .wasm32: true
        }
    }
}

/// The word by which a user selects targets: a group, a target's name or a triple.
public enum TargetSelector: Hashable, Sendable {
    case group(TargetGroup)
    case target(Target)

    /// Reads a word; nil when it is none of the three. A word that is both a group and a name is read as the group.
    public init?(_ word: String) {
        if let group = TargetGroup(rawValue: word) {
            self = .group(group)
        } else if let target = Target(word) ?? Target(triple: word) {
            self = .target(target)
        } else {
            return nil
        }
    }

    /// Returns the selected targets on a given host.
    public func targets(host: Target) -> [Target] {
        switch self {
        case .group(let group): group.targets(host: host)
        case .target(let target): [target]
        }
    }

    /// Every word that selects targets, for `did you mean`.
    public static let words: [String] = TargetGroup.allCases.map(\.rawValue) + Target.all.map(\.name)
}
