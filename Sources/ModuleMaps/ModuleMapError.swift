import Basics

/// Why no module map can be written.
public enum ModuleMapError: Error, Hashable, Sendable {
    /// The request names a header that no target installed.
    case noSuchHeader(RelativePath, known: [RelativePath])
    /// Every header is textual or left out.
    case nothingToList(ModuleName)
}

extension ModuleMapError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noSuchHeader(let header, let known):
            if let nearest = Suggestion.nearest(to: header.string, among: known.map(\.string)) {
                "no target installed header `\(header)`; did you mean `\(nearest)`?"
            } else {
                "no target installed header `\(header)`"
            }
        case .nothingToList(let name): "module `\(name)` has no header that every target can compile"
        }
    }
}
