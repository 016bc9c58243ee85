import Basics

/// A recipe's settings for its module.
public struct ModuleMapRequest: Hashable, Sendable, Codable {
    public var name: ModuleName
    /// The headers to list, relative to `include`, in the order of inclusion; if empty, all headers, sorted by path.
    public var headers: [HeaderPattern]
    /// Headers to list as textual.
    public var textual: [HeaderPattern]
    /// Headers to leave out.
    public var excluded: [HeaderPattern]
    /// Libraries that an importer links, without `lib` and suffix, in link order.
    public var links: [String]
    /// Features that the module requires: `cplusplus`, `!windows`.
    public var requirements: [String]
    /// Whether users of the module see no warnings from its headers.
    public var isSystem: Bool
    /// A header that includes all others, which are then not listed; nil to list them one by one.
    public var umbrella: RelativePath?
    /// The division into submodules; nil for a flat module.
    public var submodules: Submodules?
    /// Macros that change the headers' contents, which an importer may set: `config_macros`.
    public var configMacros: [String]?
    /// Macros that the headers need, with their values; each header is changed to define them.
    public var defines: [String: String]?

    /// The unit that becomes a submodule.
    public enum Submodules: String, CaseIterable, Hashable, Sendable, Codable {
        /// Each header.
        case header
        /// Each folder; headers outside all folders stay in the module.
        case folder
    }

    public init(
        name: ModuleName, headers: [HeaderPattern] = [], textual: [HeaderPattern] = [], excluded: [HeaderPattern] = [],
        links: [String] = [], requirements: [String] = [], isSystem: Bool = true,
        umbrella: RelativePath? = nil, submodules: Submodules? = nil, configMacros: [String]? = nil,
        defines: [String: String]? = nil
    ) {
        self.name = name
        self.headers = headers
        self.textual = textual
        self.excluded = excluded
        self.links = links
        self.requirements = requirements
        self.isSystem = isSystem
        self.umbrella = umbrella
        self.submodules = submodules
        self.configMacros = configMacros
        self.defines = defines
    }
}
