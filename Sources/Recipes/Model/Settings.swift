/// A recipe's settings for the tools: under `build:` for every target, in an entry of `when:` for some.
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
    /// Nil for the toolchain's own.
    public var sysroot: Sysroot?
    /// Nil if the recipe sets none.
    public var bitcode: Bitcode?

    /// Adds other settings: lists grow, and later single values replace earlier ones.
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
