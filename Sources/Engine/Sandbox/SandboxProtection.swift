/// What keeps an action in the sandbox from getting capabilities, with which it could change its mounts: in a user
/// namespace of its own, a process has all of them.
///
/// `CallFilter` also refuses debuggers, the kernel's keys and parts of the kernel that no build needs.
struct SandboxProtection: Hashable, Sendable {
    /// Whether bubblewrap prevents further user namespaces (`--disable-userns`).
    var disablesNamespaces: Bool
    /// The processor whose filter of system calls applies; nil for no filter.
    var filter: CallFilter.Processor?

    /// All that this machine may have: the filter exists for some processors.
    static let most = SandboxProtection(disablesNamespaces: true, filter: .here)

    /// The weaker protections, strongest first. An older bubblewrap has no `--disable-userns`, and a container whose
    /// `/proc/sys` is read-only cannot use it; a kernel without filters cannot load one.
    static let weaker: [SandboxProtection] = [
        SandboxProtection(disablesNamespaces: false, filter: .here),
        SandboxProtection(disablesNamespaces: true, filter: nil),
    ].filter { $0 != most && $0 != absent }

    static let absent = SandboxProtection(disablesNamespaces: false, filter: nil)

    /// Why actions can get capabilities; nil when they cannot. `--sandbox require` accepts no such sandbox.
    var weakness: String? {
        guard !disablesNamespaces, filter == nil else { return nil }
        let filters =
            CallFilter.Processor.here == nil
            ? "xbuild has no filter of system calls for this processor" : "the kernel loads no filter of system calls"
        return "actions can make user namespaces: `bwrap --disable-userns` does not work here, and \(filters)"
    }
}
