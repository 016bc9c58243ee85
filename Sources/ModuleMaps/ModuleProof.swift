import Basics

/// The commands with which clang compiles headers and a module map for one target, to prove that they are valid.
///
/// The commands need no Swift standard library, so a module can be verified for every target on any host.
public struct ModuleProof: Hashable, Sendable {
    /// clang with its arguments for the target: `-target T -isysroot S …`.
    public var compiler: [Argument]
    /// The folder of the headers and of `module.modulemap`.
    public var include: RelativePath
    /// A folder for clang's output; it must exist.
    public var scratch: RelativePath

    public init(compiler: [Argument], include: RelativePath, scratch: RelativePath) {
        self.compiler = compiler
        self.include = include
        self.scratch = scratch
    }

    /// Returns the command that compiles the module.
    ///
    /// `-c` is needed although no source is compiled. System modules that the headers use (clang's own `stdarg.h` is
    /// one) are compiled as well, into a cache in the scratch folder, not below the user's home.
    public func moduleArguments(_ module: ModuleName) -> [Argument] {
        compiler + [
            "-x", "c", "-Xclang", "-emit-module", "-fmodules",
            Argument(stringLiteral: "-fmodule-name=\(module)"), Argument("-fmodules-cache-path=", cache),
            Argument("-I", include), "-c", "-o", Argument([.path(output(of: module))]),
            Argument([.path(Self.moduleMap(in: include))]),
        ]
    }

    /// Returns the path of the compiled module that `moduleArguments` writes.
    public func output(of module: ModuleName) -> RelativePath {
        guard let name = RelativePath("\(module).pcm") else { return scratch }
        return scratch.appending(name)
    }

    /// Returns the path of the module map in a folder of headers.
    public static func moduleMap(in include: RelativePath) -> RelativePath { include.appending("module.modulemap") }

    private var cache: RelativePath { scratch.appending("module-cache") }
}
