import Basics

/// A word of a script: text, paths, and the number of jobs of the running script.
struct ShellWord: Hashable {
    var pieces: [Piece]

    enum Piece: Hashable {
        case text(String)
        /// A file or folder in the input root.
        case path(RelativePath)
        /// The script's variable `JOBS`: the number of processes that may start at once.
        case jobs
    }

    static let jobs = ShellWord([.jobs])

    init(_ pieces: [Piece]) { self.pieces = pieces }

    init(_ argument: Argument) {
        pieces = argument.pieces.map { piece in
            switch piece {
            case .text(let text): .text(text)
            case .path(let path): .path(path)
            }
        }
    }

    /// Whether the word uses the number of jobs, which only the running script knows.
    var namesJobs: Bool { pieces.contains(.jobs) }
}
