public import Basics
public import Targets

/// The properties of a step that do not depend on its inputs. They identify the records of earlier runs.
public struct StepIdentity: Hashable, Sendable, Codable {
    public var kind: StepKind
    /// Nil for a step that several packages share (a sysroot).
    public var package: PackageID?
    /// The targets of the step: several if they share one build, none if the step serves all targets.
    public var targets: [Target]

    public init(_ kind: StepKind, package: PackageID? = nil, targets: [Target] = []) {
        self.kind = kind
        self.package = package
        self.targets = targets
    }

    /// The identity without targets, which is equal for the steps that differ only in their targets.
    public var withoutTargets: StepIdentity { StepIdentity(kind, package: package) }

    /// The targets in one word, as plans and reports show them: `ios-armv7+ios-arm64`; nil when the step serves all
    /// targets.
    public var slice: String? { targets.isEmpty ? nil : targets.map(\.name).joined(separator: "+") }
}
