import Basics
import Recipes

/// The version and options chosen for a package earlier. Resolution prefers them, unless requirements exclude them.
public struct Pin: Hashable, Sendable {
    public let version: Version
    public let options: [OptionName: Bool]
}
