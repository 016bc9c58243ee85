import Targets

/// A request for a toolchain: the target, the host, and values that replace or extend those of the toolchain's file.
public struct ToolchainRequest: Hashable, Sendable {
    public var target: Target
    public var host: Target
    /// The name of the required toolchain; nil for the first that serves the target.
    public var toolchain: String?
    /// The oldest version of the OS, or of glibc, that a recipe or a user sets; nil for the toolchain's.
    public var minimum: OSVersion?
    /// The replacement of the toolchain's sysroot: an absolute path, or the name of an Xcode SDK; nil for none.
    public var sdk: String?
    /// The required linker of configure's test programs; nil for the toolchain's choice.
    public var link: LinkMode?
    /// Tools that this build needs besides those that the toolchain must have: raw values of `ToolRole`,
    /// or names of programs.
    public var tools: [String]

    public init(
        target: Target, host: Target = .host, toolchain: String? = nil, minimum: OSVersion? = nil, sdk: String? = nil,
        link: LinkMode? = nil, tools: [String] = []
    ) {
        self.target = target
        self.host = host
        self.toolchain = toolchain
        self.minimum = minimum
        self.sdk = sdk
        self.link = link
        self.tools = tools
    }
}
