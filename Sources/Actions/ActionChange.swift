public import Basics

/// One difference between two actions. `old` is nil for an addition, `new` for a removal.
public enum ActionChange: Hashable, Sendable, Codable {
    case argumentAdded(String)
    case argumentRemoved(String)
    case variable(name: String, old: String?, new: String?)
    case property(name: String, old: String?, new: String?)
    case outputAdded(RelativePath)
    case outputRemoved(RelativePath)
    case timeout(old: Int?, new: Int?)
    case input(RelativePath, old: ActionDescription.InputKind?, new: ActionDescription.InputKind?)
}

extension ActionChange: CustomStringConvertible {
    /// One line that describes the change.
    public var description: String {
        switch self {
        case .argumentAdded(let word): "an argument was added: `\(escapingControlsAndBackslashes(word))`"
        case .argumentRemoved(let word): "an argument was removed: `\(escapingControlsAndBackslashes(word))`"
        case .variable(let name, let old, let new): Self.pair("environment variable", name, old, new)
        case .property(let name, let old, let new): Self.pair("platform property", name, old, new)
        case .outputAdded(let path): "an output was added: `\(path)`"
        case .outputRemoved(let path): "an output was removed: `\(path)`"
        case .timeout(let old, let new): "the timeout changed: \(Self.seconds(old)), now \(Self.seconds(new))"
        case .input(let path, let old, let new): "an input \(Self.verb(old, new)): `\(path)`"
        }
    }

    private static func pair(_ what: String, _ name: String, _ old: String?, _ new: String?) -> String {
        let values = [
            old.map { "was `\(escapingControlsAndBackslashes($0))`" },
            new.map { "is `\(escapingControlsAndBackslashes($0))`" },
        ]
        return "\(what) `\(name)` \(verb(old, new)): \(values.compactMap(\.self).joined(separator: ", "))"
    }

    private static func seconds(_ limit: Int?) -> String { limit.map { "\($0) s" } ?? "none" }

    private static func verb(_ old: (some Any)?, _ new: (some Any)?) -> String {
        switch (old, new) {
        case (nil, _): "was added"
        case (_, nil): "was removed"
        case (.some, .some): "changed"
        }
    }
}
