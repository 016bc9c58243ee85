import Basics

/// The products of a build for its users.
public struct Products: Hashable, Sendable {
    /// Names of archives in `lib`: `libsecp256k1.a`.
    public let libraries: [RelativePath]
    /// The public headers below `include`, in include order.
    public let headers: [HeaderPattern]
    /// The name in `import NAME`.
    public let module: ModuleName
    /// Further libraries that a user must link, without `lib` and suffix, in link order.
    public let links: [String]
    /// Further Apple frameworks that a user must link.
    public let frameworks: [String]
    /// Headers that do not compile alone: they are parsed only when other files include them.
    public let textual: [HeaderPattern]
    /// Headers that the module leaves out.
    public let excluded: [HeaderPattern]
    /// The settings of the module map beyond these lists.
    public let layout: ModuleLayout

    /// Returns these products followed by further archives and headers.
    func adding(_ libraries: [RelativePath], _ headers: [HeaderPattern]) -> Products {
        Products(
            libraries: self.libraries + libraries.filter { !self.libraries.contains($0) },
            headers: self.headers + headers.filter { !self.headers.contains($0) }, module: module, links: links,
            frameworks: frameworks, textual: textual, excluded: excluded, layout: layout)
    }
}

/// The settings of a module map beyond the lists of headers.
public struct ModuleLayout: Hashable, Sendable {
    /// The header that includes all others.
    public let umbrella: RelativePath?
    /// Whether each header or each folder becomes a submodule; nil for a flat module.
    public let submodules: Submodules?
    /// Features that the module requires of its importer's compilation (`requires` in a module map).
    public let requirements: [String]
    /// Macros that an importer may set to change the contents of the headers.
    public let configMacros: [String]
    /// Macros that are written into the headers.
    public let defines: [String: String]

    public enum Submodules: String, CaseIterable, Hashable, Sendable {
        case header
        case folder
    }
}
