public import Basics
public import Targets

/// What stays the same of a step when its inputs change: what is known of earlier runs is found by it.
public struct StepIdentity: Hashable, Sendable, Codable {
    public var kind: StepKind
    /// Nil for what several packages share (a sysroot).
    public var package: PackageID?
    /// The targets it is for, several where they share one build; empty when it serves all.
    public var targets: [Target]

    public init(_ kind: StepKind, package: PackageID? = nil, targets: [Target] = []) {
        self.kind = kind
        self.package = package
        self.targets = targets
    }

    /// The same for all targets.
    public var withoutTargets: StepIdentity { StepIdentity(kind, package: package) }

    /// One word for its targets, as plans and reports have it: `ios-armv7+ios-arm64`; nil when it serves all.
    public var slice: String? { targets.isEmpty ? nil : targets.map(\.name).joined(separator: "+") }
}
