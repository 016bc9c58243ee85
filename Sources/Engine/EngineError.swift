public import Actions
public import Basics
public import Machine
public import Store

/// Why the engine itself failed. A failed step is not an error but a value of the outcome.
public enum EngineError: Error, Sendable {
    /// A step needs an output of a step that is not earlier in the plan.
    case planOutOfOrder(step: StepIdentity)
    /// Another step needs an output of this step, which does not declare or did not make that output. In a run, only
    /// the other step fails.
    case noSuchOutput(step: StepIdentity, path: RelativePath)
    /// Two inputs of a step have the same path, or the path of one is below a file. In a run, only the step fails.
    case inputsClash(step: StepIdentity, path: RelativePath)
    /// A step names a builtin that this version does not have.
    case unknownBuiltin(String)
    /// A builtin threw an error, which is a bug of xbuild: a builtin reports a failed step in its outcome.
    case builtin(String, reason: String)
    /// A file of this machine that is an input of a step differs from the plan.
    case localFileChanged(path: String)
    /// The store lost a blob again right after it was rebuilt.
    case storeLoses(Digest, step: StepIdentity)
    case store(StoreError)
    /// A file operation failed.
    case file(FileError)
    /// A process could not be started or waited for.
    case process(program: String, reason: String)
    /// The sandbox was required and does not work here.
    case noSandbox(reason: String)
    /// Without a sandbox, no action can run below this folder, because of the characters in its path.
    case unfitWorkRoot(path: String)
}

/// Runs a file operation; its errors become errors of the engine.
func onDisk<Value: ~Copyable>(
    _ operation: @autoclosure () throws(FileError) -> Value
) throws(EngineError) -> Value {
    do { return try operation() } catch { throw .file(error) }
}

/// Runs an operation of the store; its errors become errors of the engine.
@discardableResult
func inStore<Value>(
    _ operation: @autoclosure () async throws(StoreError) -> Value
) async throws(EngineError) -> Value {
    do { return try await operation() } catch { throw .store(error) }
}

extension EngineError {
    /// Why the inputs of a step are unusable: the step fails, and other steps may continue. Nil for xbuild's own
    /// faults.
    var unusableInput: StepFailure.Reason? {
        switch self {
        case .noSuchOutput(let step, let path): .missingInput(path, step: step)
        case .inputsClash(_, let path): .inputsClash(path)
        case .planOutOfOrder, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses, .store, .file, .process,
            .noSandbox, .unfitWorkRoot:
            nil
        }
    }
}

extension EngineError {
    /// Advice for the user; nil where there is none.
    public var hint: String? {
        switch self {
        case .store(let error): error.hint
        case .noSandbox: Self.sandboxHint
        case .unfitWorkRoot:
            """
            name a folder whose path has only the letters A to Z, digits and the characters \(WorkRoot.fitCharacters), with --store \
            or XBUILD_STORE
            """
        case .planOutOfOrder, .noSuchOutput, .inputsClash, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses,
            .file, .process:
            nil
        }
    }

    private static var sandboxHint: String {
        #if os(Linux)
            """
            `apt-get install bubblewrap` installs it, and the system must allow unprivileged user namespaces; \
            `--sandbox auto` runs without a sandbox where it does not work
            """
        #else
            "there is a sandbox on Linux only; `--sandbox auto` runs without one elsewhere"
        #endif
    }
}

extension EngineError: CustomStringConvertible {
    private static func title(_ step: StepIdentity) -> String { StepWording.plain.title(step) }

    /// One line, as xbuild prints it.
    public var description: String {
        switch self {
        case .planOutOfOrder(let step): "step `\(Self.title(step))` needs a step that is not earlier in the plan"
        case .noSuchOutput(let step, let path): "step `\(Self.title(step))` has no output `\(path)`"
        case .inputsClash(let step, let path): "step `\(Self.title(step))` has two inputs at `\(path)`"
        case .unknownBuiltin(let name): "there is no builtin `\(name)`"
        case .builtin(let name, let reason): "builtin `\(name)` threw an error: \(reason)"
        case .localFileChanged(let path): "`\(path)` changed while xbuild was running"
        case .storeLoses(let digest, let step):
            "the store keeps losing `\(digest)`, which step `\(Self.title(step))` needs"
        case .store(let error): "\(error)"
        case .file(let error): "\(error)"
        case .process(let program, let reason): "could not run `\(program)`: \(reason)"
        case .noSandbox(let reason): "the sandbox does not work here: \(reason)"
        case .unfitWorkRoot(let path): "without a sandbox, libraries cannot be built below the store's path `\(path)`"
        }
    }
}
