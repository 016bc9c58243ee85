/// A trial build of a proposal. The caller of `ProposalSearch` runs it and records its result.
public enum Attempt: Hashable, Sendable {
    /// Builds the library for this machine, installs it, and lists the installed files.
    case install
    /// Builds the complete package for a target: archives, headers, module map and audit.
    case package(target: String)

    public enum Result: Hashable, Sendable {
        /// The attempt succeeded, with the installed files; nil if the attempt does not list them.
        case succeeded(InstalledFiles?)
        /// The attempt failed: the reason in one line, and all output lines of the first step that failed.
        case failed(reason: String, log: [String])
    }
}
