public import Actions
public import Basics
public import Store
import SystemPackage

/// An action that was run, with all components of its key, for comparison with other actions.
public struct KnownAction: Hashable, Sendable, Codable {
    public var step: StepIdentity
    public var key: Digest
    public var description: ActionDescription

    /// Returns the last action of every step that was run with a store.
    public static func all(in store: DiskStore) -> [KnownAction] {
        StepRecords(in: store).all().map {
            KnownAction(step: $0.step, key: $0.key, description: $0.description)
        }
    }
}

extension KnownAction {
    private enum CodingKeys: CodingKey { case key, description }

    /// Decodes an object that contains the members of the step's identity beside `key` and `description`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        step = try StepIdentity(from: decoder)
        key = try container.decode(Digest.self, forKey: .key)
        description = try container.decode(ActionDescription.self, forKey: .description)
    }

    public func encode(to encoder: any Encoder) throws {
        try step.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(key, forKey: .key)
        try container.encode(description, forKey: .description)
    }
}

/// A step's action and the nearest known action.
public struct StepComparison: Hashable, Sendable, Codable {
    public var action: KnownAction
    /// Whether the store has the action's result.
    public var isStored: Bool
    /// Nil when no similar action is known.
    public var nearest: KnownAction?
    /// The differences from the nearest action; empty exactly when the keys are equal.
    public var changes: [ActionChange] = []
    /// The differing words of changed scripts, as far as their texts are known.
    public var words: [RelativePath: WordDifference] = [:]
}
