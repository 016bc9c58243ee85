public import Actions
public import Basics
public import Store
public import SystemPackage

/// Why the engine could not do its job. A step that fails is not among these: that is a value of the outcome.
public enum EngineError: Error, Sendable {
    /// A step asks for the output of one that does not stand before it.
    case planOutOfOrder(step: StepIdentity)
    /// A step asks for an output that the other one does not declare or did not leave.
    /// A run ends only the step that asks.
    case noSuchOutput(step: StepIdentity, path: RelativePath)
    /// Two inputs of a step stand at one path, or one below a file. A run ends only that step.
    case inputsClash(step: StepIdentity, path: RelativePath)
    /// A step names a builtin that this xbuild does not have.
    case unknownBuiltin(String)
    /// A builtin threw, which is a mistake of this xbuild: it says by its outcome when a step fails.
    case builtin(String, reason: String)
    /// A file of this machine that a step carries with it is no longer what the plan says.
    case localFileChanged(path: String)
    /// The store lost what it had been given, again right after it was made anew.
    case storeLoses(Digest, step: StepIdentity)
    case store(StoreError)
    /// A file operation failed; `doing` completes "could not …".
    case file(doing: String, FilePath, Errno)
    /// A process could not be started or watched.
    case process(program: String, reason: String)
    /// The sandbox was required and does not work here.
    case noSandbox(reason: String)
}

extension EngineError {
    /// What is wrong with the inputs of a step, which then fails: other steps may well go on.
    /// Nil for xbuild's own faults.
    var unusableInput: StepFailure.Reason? {
        switch self {
        case .noSuchOutput(let step, let path): .missingInput(path, step: step)
        case .inputsClash(_, let path): .inputsClash(path)
        case .planOutOfOrder, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses, .store, .file, .process,
            .noSandbox:
            nil
        }
    }
}

extension EngineError {
    /// What a person can do about it; nil where that is not known.
    public var hint: String? {
        switch self {
        case .noSandbox:
            #if os(Linux)
                """
                `apt-get install bubblewrap` installs it, and the system must allow unprivileged user namespaces; \
                `--sandbox auto` does without where it does not work
                """
            #else
                "there is a sandbox on Linux only; `--sandbox auto` does without where there is none"
            #endif
        case .planOutOfOrder, .noSuchOutput, .inputsClash, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses,
            .store, .file, .process:
            nil
        }
    }
}

extension EngineError: CustomStringConvertible {
    private static func title(_ step: StepIdentity) -> String { StepWording.plain.title(step) }

    /// One line, as xbuild prints it.
    public var description: String {
        switch self {
        case .planOutOfOrder(let step): "step `\(Self.title(step))` needs a step that does not stand before it"
        case .noSuchOutput(let step, let path): "step `\(Self.title(step))` has no output `\(path)`"
        case .inputsClash(let step, let path): "step `\(Self.title(step))` has two inputs at `\(path)`"
        case .unknownBuiltin(let name): "there is no builtin `\(name)`"
        case .builtin(let name, let reason): "builtin `\(name)` broke: \(reason)"
        case .localFileChanged(let path): "`\(path)` changed while xbuild was running"
        case .storeLoses(let digest, let step):
            "the store keeps losing `\(digest)`, which step `\(Self.title(step))` needs"
        case .store(let error): "\(error)"
        case .file(let doing, let path, let errno): "could not \(doing) `\(path)`: \(errno.description.lowercased())"
        case .process(let program, let reason): "could not run `\(program)`: \(reason)"
        case .noSandbox(let reason): "the sandbox does not work here: \(reason)"
        }
    }
}
