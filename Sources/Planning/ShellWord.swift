import Basics

/// A word of a script: text and paths, and what only the running script knows.
struct ShellWord: Hashable {
    var pieces: [Piece]

    enum Piece: Hashable {
        case text(String)
        /// Something in the input root.
        case path(RelativePath)
        /// A variable of the script, by its name.
        case variable(StaticName)
    }

    /// Names that stand in our own source, so that none comes from a recipe.
    enum StaticName: String, Hashable {
        /// How many processes may be started at once.
        case jobs = "JOBS"
    }

    init(_ pieces: [Piece]) { self.pieces = pieces }

    init(_ argument: Argument) {
        pieces = argument.pieces.map { piece in
            switch piece {
            case .text(let text): .text(text)
            case .path(let path): .path(path)
            }
        }
    }

    /// Whether nothing of it is known before the script runs.
    var namesJobs: Bool { pieces.contains(.variable(.jobs)) }
}
