/// An argument, or the value of a variable, with its `${…}` read: text and variables in turn. It stays one argument
/// whatever the variables hold.
///
/// `RecipeWord` is what an author wrote; `ResolvedWord` is the same for one target, in which nothing of the recipe is
/// left to look up.
public struct BuildWord<Variable: Hashable & Sendable>: Hashable, Sendable {
    public let pieces: [Piece]

    public enum Piece: Hashable, Sendable {
        case text(String)
        case variable(Variable)
    }

    public init(_ pieces: [Piece]) { self.pieces = pieces }

    /// A word without variables.
    public init(text: String) { pieces = text.isEmpty ? [] : [.text(text)] }

    public var variables: [Variable] {
        pieces.compactMap { piece in
            switch piece {
            case .text: nil
            case .variable(let variable): variable
            }
        }
    }

    /// What it says, where it holds no variable.
    public var text: String? {
        var result = ""
        for piece in pieces {
            guard case .text(let text) = piece else { return nil }
            result += text
        }
        return result
    }
}

/// A word as an author wrote it.
public typealias RecipeWord = BuildWord<RecipeVariable>
/// A word for one target.
public typealias ResolvedWord = BuildWord<BuildVariable>

extension BuildWord: ExpressibleByStringLiteral, ExpressibleByUnicodeScalarLiteral,
    ExpressibleByExtendedGraphemeClusterLiteral
{
    public init(stringLiteral value: String) { self.init(text: value) }
}

extension BuildWord<BuildVariable>: CustomStringConvertible {
    /// As it would be written in a recipe.
    public var description: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("$", with: "$$")
            case .variable(let variable): "${\(variable.rawValue)}"
            }
        }.joined()
    }
}
