import Basics

/// A reason why no module map can be written.
public enum ModuleMapError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The request names a header that no target installed.
    case noSuchHeader(RelativePath, known: [RelativePath])
    /// Every header is textual or left out.
    case nothingToList(ModuleName)

    public var description: String {
        switch self {
        case .noSuchHeader(let header, let known):
            "no target installed header `\(header)`"
                + (Suggestion.nearest(to: header.string, among: known.map(\.string)).map { "; did you mean `\($0)`?" }
                    ?? "")
        case .nothingToList(let name): "module `\(name)` has no header that every target can compile"
        }
    }
}
