import Basics
import Recipes

/// An earlier decision for a package, which resolution repeats unless a request overrules it.
public struct Pin: Hashable, Sendable {
    public let version: Version
    public let options: [OptionName: Bool]
}
