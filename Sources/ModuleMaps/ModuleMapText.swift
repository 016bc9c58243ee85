/// A module map as written in a file by any tool: modules and their headers.
///
/// For checks and reports only: no map is written from it, and declarations other than modules and headers are parsed
/// but not stored. Source of the grammar: "Module Map Language" in clang's documentation of modules.
public struct ModuleMapText: Hashable, Sendable {
    public var modules: [Module]

    public struct Module: Hashable, Sendable {
        /// The name as written: `A.B` for a submodule that is declared outside its module.
        public var name: String
        public var isFramework = false
        public var headers: [Header] = []
        /// The folder of `umbrella "…"`.
        public var umbrellaFolder: String?
        public var submodules: [Module] = []
        /// The line, from 1.
        public var line: Int

        /// The module's headers and those of its submodules.
        public var allHeaders: [Header] { headers + submodules.flatMap(\.allHeaders) }
    }

    /// A header declaration.
    public struct Header: Hashable, Sendable {
        public var kind: Kind
        /// The path as written, relative to the map's folder.
        public var path: String
        /// The line, from 1.
        public var line: Int
    }

    public enum Kind: String, Hashable, Sendable {
        case header
        case textual
        case umbrella
        case excluded
    }
}

/// A syntax error in a module map, and its place.
public struct ModuleMapTextError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public var line: Int
    public var expected: String

    public var description: String { "line \(line): expected \(expected)" }
}
