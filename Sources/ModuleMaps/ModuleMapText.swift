/// A module map as a file says it, whoever wrote it: modules, what they list, what they ask for.
///
/// Read for checks and for reports; nothing is written from it. Source of the grammar: "Module Map Language" in clang's
/// documentation of modules.
public struct ModuleMapText: Hashable, Sendable {
    public var modules: [Module]

    public struct Module: Hashable, Sendable {
        /// As it stands there: `A.B` for a submodule that is named from outside.
        public var name: String
        public var isFramework = false
        /// Words in square brackets: `system`, `extern_c`.
        public var attributes: [String] = []
        public var headers: [Header] = []
        /// The folder of `umbrella "…"`.
        public var umbrellaFolder: String?
        /// In the order of the file.
        public var links: [String] = []
        public var requirements: [String] = []
        public var configMacros: [String] = []
        public var submodules: [Module] = []
        /// From 1.
        public var line: Int

        /// Its headers and those of its submodules.
        public var allHeaders: [Header] { headers + submodules.flatMap(\.allHeaders) }
    }

    /// A header declaration.
    public struct Header: Hashable, Sendable {
        public var kind: Kind
        /// As it stands there, relative to the map's folder.
        public var path: String
        /// From 1.
        public var line: Int
    }

    public enum Kind: String, Hashable, Sendable {
        case header
        case textual
        case umbrella
        case excluded
    }
}

/// What is wrong with a module map, and where.
public struct ModuleMapTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    public var expected: String

    public var description: String { "line \(line): expected \(expected)" }
}
