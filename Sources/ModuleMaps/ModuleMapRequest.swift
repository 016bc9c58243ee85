import Basics

/// What a recipe says of its module.
public struct ModuleMapRequest: Hashable, Sendable, Codable {
    public var name: ModuleName
    /// The headers to list, in include order, below `include`; empty for all that there are, by name.
    public var headers: [HeaderPattern]
    /// Headers to list as textual.
    public var textual: [HeaderPattern]
    /// Headers to leave out.
    public var excluded: [HeaderPattern]
    /// Libraries that an importer links, without `lib` and suffix, in link order.
    public var links: [String]
    /// Features that the module requires: `cplusplus`, `!windows`.
    public var requirements: [String]
    /// Whether warnings in its headers are kept from its users.
    public var isSystem: Bool

    public init(
        name: ModuleName, headers: [HeaderPattern] = [], textual: [HeaderPattern] = [], excluded: [HeaderPattern] = [],
        links: [String] = [], requirements: [String] = [], isSystem: Bool = true
    ) {
        self.name = name
        self.headers = headers
        self.textual = textual
        self.excluded = excluded
        self.links = links
        self.requirements = requirements
        self.isSystem = isSystem
    }
}
