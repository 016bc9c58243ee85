import Basics
import Targets

/// A target in a package, and the oldest system on which its objects run.
public struct PackageSlice: Codable, Hashable, Sendable {
    public var target: Target
    public var minimumVersion: OSVersion?

    public init(target: Target, minimumVersion: OSVersion? = nil) {
        self.target = target
        self.minimumVersion = minimumVersion
    }
}

/// Slices that share one archive in a package: Apple's of one platform and environment, or one other target.
public struct PackageVariant: Hashable, Sendable {
    /// At least one slice, in the order of `Target.all`.
    public var slices: [PackageSlice]

    /// Returns the variants of these slices, in the order of `Target.all`.
    public static func all(of slices: [PackageSlice]) -> [PackageVariant] {
        let places = Dictionary(uniqueKeysWithValues: zip(Target.all, 0...))
        var variants: [PackageVariant] = []
        for slice in slices.sorted(by: { places[$0.target, default: 0] < places[$1.target, default: 0] }) {
            if let last = variants.last, last.isApple, last.isShared(with: slice.target) {
                variants[variants.count - 1].slices.append(slice)
            } else {
                variants.append(PackageVariant(slices: [slice]))
            }
        }
        return variants
    }

    private func isShared(with target: Target) -> Bool {
        target.platform == slices[0].target.platform && target.environment == slices[0].target.environment
    }

    public var targets: [Target] { slices.map(\.target) }
    public var platform: Platform { slices[0].target.platform }
    public var environment: Environment { slices[0].target.environment }
    public var isApple: Bool { platform.isApple }

    /// The variant's folder among archives: `ios-simulator`, `linux-gnu-x86_64`.
    public var word: String {
        isApple
            ? environment == .device ? platform.rawValue : systemWord
            : slices[0].target.name
    }

    private var systemWord: String {
        environment == .macCatalyst ? environment.rawValue : "\(platform.rawValue)-\(environment.rawValue)"
    }

    /// Returns the path of the variant's archive in the inputs of packaging steps: `archives/WORD/libX.a`.
    public func archive(of facts: PackageFacts) -> RelativePath {
        .checked("archives/\(word)/\(facts.archive)")
    }
}
