import Basics
import Targets

extension ModuleMap {
    /// The reason why a header is not listed as an ordinary header.
    public enum Reason: Hashable, Sendable {
        /// It fails alone on the target with the error, and compiles behind the headers before it.
        case needsOthers(Target, String)
        /// It does not compile on the target, even behind all other headers.
        case fails(Target, String)
        /// A dispatch header includes it.
        case variant(RelativePath)
        /// The recipe requests it.
        case textualInRecipe
        case excludedInRecipe
        /// The recipe lists the headers, without this one.
        case notInRecipe
        /// Its name is not that of a C header.
        case notC
        /// This header includes it.
        case umbrella(RelativePath)
    }
}

extension ModuleMap.Reason: CustomStringConvertible {
    public var description: String {
        switch self {
        case .needsOthers(let target, let error): "fails alone on \(target): \(error); compiles after the others"
        case .fails(let target, let error): "does not compile on \(target): \(error)"
        case .variant(let header): "included by `\(header)`"
        case .textualInRecipe: "textual in the recipe"
        case .excludedInRecipe: "excluded in the recipe"
        case .notInRecipe: "not among the recipe's headers"
        case .notC: "not a C header"
        case .umbrella(let header): "included by the umbrella `\(header)`"
        }
    }
}

extension ModuleMap.Reason: Encodable {
    /// Encodes the sentence: reasons are never decoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
