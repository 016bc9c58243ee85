public import Basics

/// A function of xbuild that runs as an action: its inputs and its outputs are trees.
public typealias Builtin = @Sendable (BuiltinContext) async throws -> BuiltinOutcome

/// The inputs and effects of a built-in action.
public struct BuiltinContext: Sendable {
    /// The parameters of the step's `Work.builtin`, unchanged.
    public var parameters: String
    /// The input root, with all its folders loaded.
    public var inputs: Directory
    /// Reads a blob of the store.
    public var read: @Sendable (Digest) async throws -> [UInt8]
    /// Puts a blob into the store.
    public var write: @Sendable ([UInt8]) async throws -> Digest
    /// Adds a line to the action's log; the live view also shows the line.
    public var say: @Sendable (String) -> Void
    /// Reports a line that is shown even if the log is not, for example that a mirror is unreachable.
    public var note: @Sendable (String) -> Void
    /// Passes the bytes of a blob to `write`, in pieces and in their order. Throws the errors of `write`.
    public typealias BlobPieces = (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

    /// Access to blobs as files, for contents that are too large for memory.
    public var files: BuiltinFiles

    public init(
        parameters: String, inputs: Directory, read: @escaping @Sendable (Digest) async throws -> [UInt8],
        write: @escaping @Sendable ([UInt8]) async throws -> Digest, say: @escaping @Sendable (String) -> Void,
        note: @escaping @Sendable (String) -> Void, files: BuiltinFiles
    ) {
        self.parameters = parameters
        self.inputs = inputs
        self.read = read
        self.write = write
        self.say = say
        self.note = note
        self.files = files
    }
}

/// Passes the bytes of a blob to `write`, in pieces and in their order. Throws the errors of `write`.
public typealias BlobPieces = (_ write: (UnsafeRawBufferPointer) throws -> Void) throws -> Void

/// Access to blobs as files, for built-in actions that process contents in chunks.
public struct BuiltinFiles: Sendable {
    /// Returns the path of a file with a blob's bytes. The file is read-only and exists until the action ends.
    public var path: @Sendable (Digest) async throws -> String
    /// Calls a function that writes a file at the path it is given, then puts that file into the store.
    public var put: @Sendable (@Sendable (String) async throws -> Void) async throws -> Digest
    /// Puts a blob that arrives in pieces into the store.
    public var putPieces: @Sendable (BlobPieces) async throws -> Digest

    public init(
        path: @escaping @Sendable (Digest) async throws -> String,
        put: @escaping @Sendable (@Sendable (String) async throws -> Void) async throws -> Digest,
        putPieces: @escaping @Sendable (BlobPieces) async throws -> Digest
    ) {
        self.path = path
        self.put = put
        self.putPieces = putPieces
    }
}

/// The outputs of a built-in action.
public struct BuiltinOutcome: Sendable {
    public var outputs: [RelativePath: Node]
    /// The kind of failure, of which the log has the details; nil if the action succeeded.
    public var failure: Failure?

    /// The kinds of failure, for which xbuild ends with different exit statuses.
    public enum Failure: String, Hashable, Sendable, Codable {
        /// The recipe does not fit the source: a patch does not apply, for example.
        case recipe
        /// A build step failed.
        case build
        /// A source was not available or did not verify.
        case source
        /// The output failed its audit.
        case audit
    }

    public init(outputs: [RelativePath: Node], failure: Failure? = nil) {
        self.outputs = outputs
        self.failure = failure
    }
}
