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

/// A library, and the targets for which its packages have archives.
public struct PackagedLibrary: Codable, Hashable, Sendable {
    public var facts: PackageFacts
    /// At least one slice.
    public var slices: [PackageSlice]

    public init(facts: PackageFacts, slices: [PackageSlice]) {
        self.facts = facts
        self.slices = slices
    }
}

/// Slices that share one archive in a package: all slices of one Apple platform and environment, or the slice of one
/// other target.
public struct PackageVariant: Hashable, Sendable {
    /// At least one slice, in the order of `Target.all`.
    public var slices: [PackageSlice]

    /// Returns the variants of these slices, in the order of `Target.all`.
    public static func all(of slices: [PackageSlice]) -> [PackageVariant] {
        var variants: [PackageVariant] = []
        for slice in slices.sorted(by: { $0.target < $1.target }) {
            if let last = variants.last, last.isApple, last.slices[0].target.system == slice.target.system {
                variants[variants.count - 1].slices.append(slice)
            } else {
                variants.append(PackageVariant(slices: [slice]))
            }
        }
        return variants
    }

    public var targets: [Target] { slices.map(\.target) }
    public var platform: Platform { slices[0].target.platform }
    public var environment: Environment { slices[0].target.environment }
    public var isApple: Bool { platform.isApple }

    /// The variant's folder among archives: `ios-simulator`, `linux-gnu-x86_64`.
    public var word: String { isApple ? slices[0].target.system : slices[0].target.name }

    /// Returns the path of the variant's archive in the inputs of packaging steps: `archives/WORD/libX.a`.
    public func archive(of facts: PackageFacts) -> RelativePath { .checked("archives/\(word)/\(facts.archive)") }
}
