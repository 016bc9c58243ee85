import Basics
import Targets

extension ModuleMap {
    /// The reason why a header is not listed as an ordinary header.
    public enum Reason: Hashable, Sendable {
        /// On the target, the header fails alone with the error, but compiles after other headers.
        case needsOthers(Target, String)
        /// On the target, the header does not compile, even after all other headers.
        case fails(Target, String)
        /// The header is a variant, which this dispatch header includes.
        case variant(RelativePath)
        /// The recipe lists the header as textual.
        case textualInRecipe
        case excludedInRecipe
        /// The recipe lists headers, but not this one.
        case notInRecipe
        /// The file's name does not end with `.h`.
        case notC
        /// The umbrella header includes the header.
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
    /// Encodes the description, because reasons are never decoded.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
