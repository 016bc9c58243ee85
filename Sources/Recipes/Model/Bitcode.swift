/// Apple's bitcode in objects.
public enum Bitcode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    /// An empty section that only says there could be some.
    case marker
    case full
}
