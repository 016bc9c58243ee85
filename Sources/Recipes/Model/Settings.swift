/// What a recipe says to the tools: for every target under `build:`, for some of them in an entry of `when:`.
public struct Settings: Hashable, Sendable {
    /// Arguments of `configure`, in order.
    public var configure: [RecipeWord] = []
    /// Words for the C compiler.
    public var cflags: [RecipeWord] = []
    /// Words for the linker, given to the compiler when it links.
    public var ldflags: [RecipeWord] = []
    public var defines: [Define] = []
    /// Environment variables.
    public var variables: [String: RecipeWord] = [:]
    /// Nil for the toolchain's own.
    public var sysroot: Sysroot?
    /// Nil where nothing is said.
    public var bitcode: Bitcode?

    /// Adds what other settings say: lists grow, and of single values the later one counts.
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
