/// One argument of a command line. It may contain paths relative to the root in which the command runs.
///
/// `-isysroot` is a text, `$ROOT/sysroot` a path. Paths are resolved late, so that one plan serves a local folder, a
/// sandbox and a remote machine.
public struct Argument: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
    public var pieces: [Piece]

    public enum Piece: Hashable, Sendable, Codable {
        case text(String)
        /// The absolute path of a file or folder in the input root.
        case path(RelativePath)
    }

    public init(_ pieces: [Piece]) { self.pieces = pieces }

    public init(stringLiteral value: String) { pieces = [.text(value)] }

    /// Text and a path joined, as in `-I` + `$ROOT/include`.
    public init(_ text: String, _ path: RelativePath) { pieces = [.text(text), .path(path)] }

    /// Returns the argument for a given root.
    public func resolved(root: String) -> String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text
            case .path(let path): root + "/" + path.string
            }
        }.joined()
    }
}
