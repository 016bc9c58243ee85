/// A recipe's settings for the tools: under `build:` for every build, in an entry of `when:` for the builds that match.
public struct Settings: Hashable, Sendable {
    /// Arguments of `configure`, in order.
    public var configure: [RecipeWord] = []
    /// Arguments of the C compiler.
    public var cflags: [RecipeWord] = []
    /// Arguments of the linker, given to the compiler when it links.
    public var ldflags: [RecipeWord] = []
    public var defines: [Define] = []
    /// Environment variables.
    public var variables: [String: RecipeWord] = [:]
    /// The replacement of the toolchain's sysroot; nil for no replacement.
    public var sysroot: Sysroot?
    /// The kind of bitcode; nil if these settings contain none.
    public var bitcode: Bitcode?

    /// Adds other settings: appends their lists, and replaces single values by theirs.
    public mutating func add(_ other: Settings) {
        configure += other.configure
        cflags += other.cflags
        ldflags += other.ldflags
        defines += other.defines
        variables.merge(other.variables) { $1 }
        sysroot = other.sysroot ?? sysroot
        bitcode = other.bitcode ?? bitcode
    }
}
