import Basics
import Recipes

/// What was decided for a package before: taken again unless somebody says otherwise.
public struct Pin: Hashable, Sendable {
    public let version: Version
    public let options: [OptionName: Bool]

    public init(version: Version, options: [OptionName: Bool]) {
        self.version = version
        self.options = options
    }
}
