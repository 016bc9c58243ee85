/// The kind of Apple bitcode in objects.
public enum Bitcode: String, CaseIterable, Hashable, Sendable, Codable {
    case off
    /// An empty bitcode section, which only marks the object.
    case marker
    case full
}
