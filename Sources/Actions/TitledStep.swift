/// A step in documents for other programs: its identity and its title.
///
/// In JSON `kind`, `package` and `targets` identify the step. `title` and `target` are for people and may change
/// between versions; of these two, xbuild decodes only `title`, and only to display it.
public struct TitledStep: Hashable, Sendable {
    public var identity: StepIdentity
    public var title: String

    public init(_ identity: StepIdentity, title: String) {
        self.identity = identity
        self.title = title
    }

    public init(_ identity: StepIdentity, in wording: StepWording) {
        self.init(identity, title: wording.title(identity))
    }

    /// The targets and the title: `ios-arm64: build secp256k1 0.5.0`.
    public var words: String { identity.slice.map { "\($0): \(title)" } ?? title }
}

extension TitledStep: Codable {
    private enum CodingKeys: CodingKey { case title, target }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(try StepIdentity(from: decoder), title: try container.decode(String.self, forKey: .title))
    }

    public func encode(to encoder: any Encoder) throws {
        try identity.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(title, forKey: .title)
        try container.encodeIfPresent(identity.slice, forKey: .target)
    }
}
