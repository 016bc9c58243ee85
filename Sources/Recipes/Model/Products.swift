import Basics

/// What a build leaves for its users.
public struct Products: Hashable, Sendable {
    /// Names of archives in `lib`: `libsecp256k1.a`.
    public let libraries: [RelativePath]
    /// The public headers below `include`, in include order.
    public let headers: [HeaderPattern]
    /// What stands behind `import`.
    public let module: ModuleName
    /// Libraries that a user links besides, without `lib` and suffix, in link order.
    public let links: [String]
    /// Apple frameworks that a user links besides.
    public let frameworks: [String]
    /// Headers that cannot stand alone: they are included, never parsed by themselves.
    public let textual: [HeaderPattern]
    /// Headers that the module leaves out.
    public let excluded: [HeaderPattern]
    /// How the module is made of its headers.
    public let layout: ModuleLayout

    /// The same with further archives and headers, behind those that are there.
    func adding(_ libraries: [RelativePath], _ headers: [HeaderPattern]) -> Products {
        Products(
            libraries: self.libraries + libraries.filter { !self.libraries.contains($0) },
            headers: self.headers + headers.filter { !self.headers.contains($0) }, module: module, links: links,
            frameworks: frameworks, textual: textual, excluded: excluded, layout: layout)
    }
}

/// What a recipe says of its module map beyond the headers' lists.
public struct ModuleLayout: Hashable, Sendable {
    /// The header that includes all others.
    public let umbrella: RelativePath?
    /// What becomes a submodule: each header, or each folder.
    public let submodules: Submodules?
    /// Features that the module requires.
    public let requirements: [String]
    /// Macros that an importer may set.
    public let configMacros: [String]
    /// Macros that are written into the headers.
    public let defines: [String: String]

    public enum Submodules: String, CaseIterable, Hashable, Sendable {
        case header
        case folder
    }
}
