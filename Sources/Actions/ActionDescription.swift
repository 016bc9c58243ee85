public import Basics

/// All components of an action's key, for display and for comparing two actions.
///
/// `Action.write(to:)` makes both the key and this description, so a component that is missing here cannot change the
/// key.
public struct ActionDescription: Hashable, Sendable, Codable {
    /// The words of the command line.
    public var arguments: [String] = []
    /// Sorted by name.
    public var environment: [Pair] = []
    /// Sorted.
    public var outputs: [RelativePath] = []
    /// Sorted by name.
    public var platform: [Pair] = []
    /// The time limit in seconds; nil for none.
    public var timeout: Int?
    /// Every node of the input root, folders before their contents.
    public var inputs: [Input] = []

    public struct Pair: Hashable, Sendable, Codable {
        public var name: String
        public var value: String
    }

    public struct Input: Hashable, Sendable, Codable {
        public var path: RelativePath
        public var kind: InputKind
    }

    /// A node of the input root, without its contents.
    public enum InputKind: Hashable, Sendable, Codable {
        case file(Digest, isExecutable: Bool)
        case symlink(target: String)
        /// The contents of a folder that is not loaded are not listed.
        case folder(Digest, isLoaded: Bool)
    }
}

extension Action {
    /// All components of the action's key.
    public var explanation: ActionDescription {
        var description = ActionDescription()
        write(to: &description)
        return description
    }
}

/// Collects the components that `Action.write(to:)` passes.
extension ActionDescription: ActionWriter {
    mutating func argument(_ word: String) { arguments.append(word) }

    mutating func variable(_ name: String, _ value: String) { environment.append(Pair(name: name, value: value)) }

    mutating func output(_ path: RelativePath) { outputs.append(path) }

    mutating func property(_ name: String, _ value: String) { platform.append(Pair(name: name, value: value)) }

    mutating func timeout(seconds: Int) { timeout = seconds }

    mutating func inputs(_ root: Directory) {
        root.forEachNode { inputs.append(Input(path: $0, kind: InputKind($1))) }
    }
}

extension ActionDescription.InputKind {
    /// The kind of a node.
    public init(_ node: Node) {
        switch node {
        case .file(let digest, let isExecutable): self = .file(digest, isExecutable: isExecutable)
        case .symlink(let target): self = .symlink(target: target)
        case .directory(let directory): self = .folder(directory.digest, isLoaded: true)
        case .unloaded(let digest): self = .folder(digest, isLoaded: false)
        }
    }
}
