/// An argument, or the value of an environment variable, parsed into text and variables. It stays one argument,
/// whatever the variables contain.
///
/// `RecipeWord` is the form that an author writes; `ResolvedWord` is the form for one target, with the recipe's tables
/// looked up.
public struct BuildWord<Variable: Hashable & Sendable>: Hashable, Sendable {
    public let pieces: [Piece]

    public enum Piece: Hashable, Sendable {
        case text(String)
        case variable(Variable)
    }

    public init(_ pieces: [Piece]) { self.pieces = pieces }

    /// Makes a word without variables.
    public init(text: String) { pieces = text.isEmpty ? [] : [.text(text)] }

    public var variables: [Variable] {
        pieces.compactMap { if case .variable(let variable) = $0 { variable } else { nil } }
    }

    /// The text of a word without variables; nil for other words.
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
    /// The word in the syntax of a recipe.
    public var description: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.replacing("$", with: "$$")
            case .variable(let variable): "${\(variable.rawValue)}"
            }
        }.joined()
    }
}
