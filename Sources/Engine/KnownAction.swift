public import Actions
public import Basics
public import Store
import SystemPackage

/// An action that somebody ran, with everything that made its key: what others are compared with.
public struct KnownAction: Hashable, Sendable, Codable {
    public var title: String
    public var target: String?
    public var package: String?
    public var key: Digest
    public var description: ActionDescription

    public init(title: String, target: String?, package: String?, key: Digest, description: ActionDescription) {
        self.title = title
        self.target = target
        self.package = package
        self.key = key
        self.description = description
    }

    /// The last action of every step that was run with a store.
    public static func all(in store: DiskStore) -> [KnownAction] {
        StepRecords(folder: store.path.appending("last")).all().compactMap { record in
            record.label.map { label in
                KnownAction(
                    title: label.title, target: label.target, package: label.package, key: record.key,
                    description: record.description)
            }
        }
    }
}

/// A step's action beside the known one that is nearest to it.
public struct StepComparison: Hashable, Sendable, Codable {
    public var action: KnownAction
    /// The store holds its result.
    public var isStored: Bool
    /// Nil when nothing like it is known.
    public var nearest: KnownAction?
    /// What differs from the nearest one; empty exactly when the keys are equal.
    public var changes: [ActionChange] = []
    /// In what the changed scripts differ, as far as their texts are known.
    public var words: [RelativePath: WordDifference] = [:]

    public init(action: KnownAction, isStored: Bool, nearest: KnownAction?, changes: [ActionChange] = []) {
        self.action = action
        self.isStored = isStored
        self.nearest = nearest
        self.changes = changes
    }
}
