public import Basics
public import Targets

/// A graph of steps as data: the work and the inputs of each, before any result is known.
///
/// Steps are in an order in which they could run: the inputs of a step are outputs of earlier steps. The engine turns a
/// step into an `Action` as soon as the digests of its inputs are known.
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

/// The index of a step in its plan.
public struct StepID: Hashable, Sendable, Codable, Comparable {
    public let index: Int
    public init(index: Int) { self.index = index }
    public static func < (left: StepID, right: StepID) -> Bool { left.index < right.index }
}

/// One node of the plan.
public struct Step: Hashable, Sendable, Codable {
    public var kind: StepKind
    /// Nil for a step that several packages share (a sysroot).
    public var package: PackageID?
    /// The targets of the step: several if they share one build, none if the step serves all targets.
    public var targets: [Target]
    public var work: Work
    /// The contents of the input root, by path.
    public var inputs: [RelativePath: Input]
    /// The outputs that other steps may use.
    public var outputs: [RelativePath]
    /// Platform properties of the action.
    public var platform: [String: String]
    /// Input folders at the top level that many steps have and only read: one copy on disk may serve all these steps.
    /// This set is not part of any key.
    public var shared: Set<RelativePath>
    /// Input folders at the top level that the work must not write. A sandbox mounts one read-only copy; without a
    /// sandbox each step gets its own copy. This set is not part of any key.
    public var readOnly: Set<RelativePath>
    /// The programs of this machine that the work may run; nil for a step that runs only programs it names by paths.
    public var tools: StepTools?

    public init(
        _ kind: StepKind, package: PackageID? = nil, targets: [Target] = [], work: Work,
        inputs: [RelativePath: Input], outputs: [RelativePath], platform: [String: String] = [:],
        shared: Set<RelativePath> = [], readOnly: Set<RelativePath> = [], tools: StepTools? = nil
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
        self.tools = tools
    }

    public var identity: StepIdentity { StepIdentity(kind, package: package, targets: targets) }

    /// The input steps of this step, without duplicates, in the plan's order.
    public var inputSteps: [StepID] {
        var steps: [StepID] = []
        steps.reserveCapacity(inputs.count)
        for input in inputs.values { if let step = input.step { steps.append(step) } }
        steps.sort()
        // Removes duplicates in place, for speed: plans have hundreds of thousands of these lists.
        var count = 0
        for index in steps.indices where count == 0 || steps[count - 1] != steps[index] {
            steps[count] = steps[index]
            count += 1
        }
        steps.removeLast(steps.count - count)
        return steps
    }
}

/// The work that makes a step's outputs.
public enum Work: Hashable, Sendable, Codable {
    /// A process. It has no access to the network.
    case command(arguments: Deferred<[String]>, environment: [String: String])
    /// A function of xbuild. Its `revision` changes whenever it would return other results for the same inputs; its
    /// parameters are text (JSON with sorted keys if there are several).
    case builtin(name: String, revision: Int, parameters: Deferred<String>)

    public static func command(arguments: [String], environment: [String: String]) -> Work {
        .command(arguments: Deferred(arguments), environment: environment)
    }

    public static func builtin(name: String, revision: Int, parameters: String) -> Work {
        .builtin(name: name, revision: revision, parameters: Deferred(parameters))
    }
}

/// The origin of an input.
public enum Input: Hashable, Sendable, Codable {
    /// A small file with these contents.
    case contents(Deferred<String>, isExecutable: Bool)
    /// A file of this machine at an absolute path, with its digest: for tools that are inputs of actions.
    case localFile(path: String, Digest, isExecutable: Bool)
    /// An output of an earlier step.
    case output(StepID, RelativePath)

    public static func contents(_ text: String, isExecutable: Bool) -> Input {
        .contents(Deferred(text), isExecutable: isExecutable)
    }

    /// The step that makes the input; nil if none does.
    public var step: StepID? {
        if case .output(let id, _) = self { id } else { nil }
    }
}
