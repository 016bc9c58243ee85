/// A trial of a proposal, for which a search asks.
public enum Attempt: Hashable, Sendable {
    /// Builds and installs on this machine, and lists what is installed.
    case install
    /// Builds everything of a package for a target: archives, headers, module, audit.
    case package(target: String)

    public enum Result: Hashable, Sendable {
        /// The installed files; nil where the attempt does not list them.
        case succeeded(InstalledFiles?)
        /// The reason in one line, and every line that the first failing step wrote.
        case failed(reason: String, log: [String])
    }
}
