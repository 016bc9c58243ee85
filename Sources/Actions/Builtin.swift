public import Basics

/// A function of xbuild's own that runs as an action: trees in, trees out.
public typealias Builtin = @Sendable (BuiltinContext) async throws -> BuiltinOutcome

/// What a built-in action is given.
public struct BuiltinContext: Sendable {
    /// The parameters of its `Work.builtin`, as written there.
    public var parameters: String
    /// The input root, loaded to the leaves.
    public var inputs: Directory
    /// Reads a blob of the store.
    public var read: @Sendable (Digest) async throws -> [UInt8]
    /// Puts a blob into the store.
    public var write: @Sendable ([UInt8]) async throws -> Digest
    /// Adds a line to the action's log, which is also what the live view shows of it.
    public var say: @Sendable (String) -> Void
    /// Says a line that a person should see whatever is shown of the log: a mirror that is dead, for one.
    public var note: @Sendable (String) -> Void
    /// The same for what is too large to be held in memory.
    public var files: BuiltinFiles

    public init(
        parameters: String, inputs: Directory, read: @escaping @Sendable (Digest) async throws -> [UInt8],
        write: @escaping @Sendable ([UInt8]) async throws -> Digest, say: @escaping @Sendable (String) -> Void,
        note: (@Sendable (String) -> Void)? = nil, files: BuiltinFiles = .unimplemented
    ) {
        self.parameters = parameters
        self.inputs = inputs
        self.read = read
        self.write = write
        self.say = say
        self.note = note ?? say
        self.files = files
    }
}

/// Blobs as files, for built-in actions that stream: an effect.
public struct BuiltinFiles: Sendable {
    /// The path of a file with a blob's bytes, for reading only, as long as the action runs.
    public var path: @Sendable (Digest) async throws -> String
    /// Lets a function write a file at a path that it is given, and puts that into the store.
    public var put: @Sendable (@Sendable (String) async throws -> Void) async throws -> Digest

    public init(
        path: @escaping @Sendable (Digest) async throws -> String,
        put: @escaping @Sendable (@Sendable (String) async throws -> Void) async throws -> Digest
    ) {
        self.path = path
        self.put = put
    }

    /// For actions that hold what they read.
    public static let unimplemented = BuiltinFiles(
        path: { _ in throw Unimplemented() }, put: { _ in throw Unimplemented() })

    private struct Unimplemented: Error {}
}

/// What a built-in action leaves.
public struct BuiltinOutcome: Sendable {
    public var outputs: [RelativePath: Node]
    /// Why it failed; its log tells more.
    public var failure: Failure?

    /// The kinds of failure that end xbuild with different statuses.
    public enum Failure: String, Hashable, Sendable, Codable {
        /// What the recipe says does not fit: a patch that does not apply.
        case recipe
        /// A build step failed.
        case build
        /// A source could not be had or did not verify.
        case source
        /// The output failed its audit.
        case audit
    }

    public init(outputs: [RelativePath: Node], failure: Failure? = nil) {
        self.outputs = outputs
        self.failure = failure
    }
}
