public import Basics
public import Targets

/// A graph of actions as data: what will be done and out of what, before anything is known of results.
///
/// Steps stand in an order in which they could run: a step's inputs come from earlier ones. The engine turns a step
/// into an `Action` as soon as its inputs' digests are known.
public struct Plan: Hashable, Sendable, Codable {
    public var steps: [Step]

    public init(steps: [Step] = []) { self.steps = steps }

    public subscript(id: StepID) -> Step { steps[id.index] }

    /// Appends a step and returns its id.
    public mutating func add(_ step: Step) -> StepID {
        steps.append(step)
        return StepID(index: steps.count - 1)
    }
}

/// A step's place in its plan.
public struct StepID: Hashable, Sendable, Codable, Comparable {
    public let index: Int
    public init(index: Int) { self.index = index }
    public static func < (left: StepID, right: StepID) -> Bool { left.index < right.index }
}

/// One node of the plan.
public struct Step: Hashable, Sendable, Codable {
    public var kind: StepKind
    /// Nil for what several packages share (a sysroot).
    public var package: PackageID?
    /// The targets it is for, several where they share one build; empty when it serves all.
    public var targets: [Target]
    public var work: Work
    /// What stands in the input root, by path.
    public var inputs: [RelativePath: Input]
    /// The outputs that other steps may ask for.
    public var outputs: [RelativePath]
    /// Platform properties of the action.
    public var platform: [String: String]
    /// Inputs, folders at the top of the input root, that the work only reads and that many steps have: they may be
    /// laid out once for all of them. Not part of any key.
    public var shared: Set<RelativePath>
    /// Inputs, folders at the top of the input root, that the work has no business to write in: a sandbox shows one
    /// that nobody can write in, elsewhere each step gets its own. Not part of any key.
    public var readOnly: Set<RelativePath>

    public init(
        _ kind: StepKind, package: PackageID? = nil, targets: [Target] = [], work: Work,
        inputs: [RelativePath: Input], outputs: [RelativePath], platform: [String: String] = [:],
        shared: Set<RelativePath> = [], readOnly: Set<RelativePath> = []
    ) {
        self.kind = kind
        self.package = package
        self.targets = targets
        self.work = work
        self.inputs = inputs
        self.outputs = outputs
        self.platform = platform
        self.shared = shared
        self.readOnly = readOnly
    }

    public var identity: StepIdentity { StepIdentity(kind, package: package, targets: targets) }
}

/// How a step's outputs come to be.
public enum Work: Hashable, Sendable, Codable {
    /// A process. `network` is never given to one.
    case command(arguments: Deferred<[String]>, environment: [String: String])
    /// A function of xbuild's own over the same trees: `name` with a `revision` that changes when its results would,
    /// and its parameters as text (JSON with sorted keys where there are several).
    case builtin(name: String, revision: Int, parameters: Deferred<String>)

    public static func command(arguments: [String], environment: [String: String]) -> Work {
        .command(arguments: Deferred(arguments), environment: environment)
    }

    public static func builtin(name: String, revision: Int, parameters: String) -> Work {
        .builtin(name: name, revision: revision, parameters: Deferred(parameters))
    }
}

/// Where an input comes from.
public enum Input: Hashable, Sendable, Codable {
    /// A small file with these contents.
    case contents(Deferred<String>, isExecutable: Bool)
    /// A file of this machine at an absolute path, known by its digest (a tool that actions carry with them).
    case localFile(path: String, Digest, isExecutable: Bool)
    /// An output of an earlier step.
    case output(StepID, RelativePath)

    public static func contents(_ text: String, isExecutable: Bool) -> Input {
        .contents(Deferred(text), isExecutable: isExecutable)
    }

    /// The step that must have run first.
    public var step: StepID? {
        switch self {
        case .contents, .localFile: nil
        case .output(let id, _): id
        }
    }
}
