import Basics
import Targets

/// Renames the library's global symbols in one target's prefix, so that two packages can both contain the library.
///
/// Symbols in every archive are renamed (see `SymbolRenaming`), and each header first includes a generated header that
/// defines the old names as the new ones: `#define z_open P_z_open`. Code that uses the library does not change.
///
/// Reads `slices/TARGET`, writes `prefix`.
public enum NamespaceSymbols: BuiltinStep {
    public static let name = BuiltinName.namespaceSymbols
    public static let revision = 1
    public static let outputs: [RelativePath] = ["prefix"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var target: Target
        /// The prefix that is added to each name; see `SymbolRenaming.isPrefix`.
        public var prefix: String

        public init(target: Target, prefix: String) {
            self.target = target
            self.prefix = prefix
        }
    }
}
