import Basics

/// A word of a shell script, which may contain paths and the script's number of jobs.
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

    /// Whether the word contains the number of jobs, which is determined when the script runs.
    var namesJobs: Bool { pieces.contains(.jobs) }
}
