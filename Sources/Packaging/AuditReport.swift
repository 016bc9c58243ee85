import Basics
import Targets

/// `audit.json`: what was looked at, and what is wrong with it.
public struct AuditReport: Hashable, Sendable, Codable {
    public var archives: [Row]
    public var faults: [Fault]
    /// Not part of the file: a person is told while the recipe is built.
    var unlinked: Set<Unlinked> = []

    private enum CodingKeys: CodingKey {
        case archives
        case faults
    }

    public init(archives: [Row] = [], faults: [Fault] = []) {
        self.archives = archives
        self.faults = faults
    }

    /// A library of the system that is linked on request only, and that nobody requests.
    struct Unlinked: Hashable, Sendable {
        /// The archive's file name.
        var archive: String
        /// Without `lib` and suffix: `m`.
        var library: String
        /// The first that needs it.
        var symbol: String

        var words: String {
            "`\(archive)` calls `\(symbol)` of lib\(library), without which no C program links: say `link: [\(library)]` "
                + "among the products"
        }
    }

    /// One archive of one target.
    public struct Row: Hashable, Sendable, Codable {
        public var archive: RelativePath
        public var target: Target
        public var objects: Int
        public var symbols: Symbols
        /// How many faults it has.
        public var faults: Int
    }

    /// Whether undefined symbols were looked for.
    public enum Symbols: String, Hashable, Sendable, Codable {
        case checked
        /// The sysroot's libraries were not given.
        case unchecked
    }

    public struct Fault: Hashable, Sendable, Codable {
        public var target: Target
        public var archive: RelativePath
        /// Nil when it is about the archive as a whole.
        public var member: String?
        public var rule: Rule
        public var expected: String
        public var found: String
    }

    public enum Rule: String, CaseIterable, Hashable, Sendable, Codable {
        /// The archive is missing, empty or thin.
        case archive
        /// A member is no object of the target's format.
        case format
        case architecture
        case platform
        case minimumVersion = "minimum version"
        case bitcode
        case buildPath = "build path"
        case undefinedSymbol = "undefined symbol"
        /// A library of the sysroot is not for the target.
        case provider
        /// A merged archive does not hold what the target installed.
        case merged
    }
}

extension AuditReport.Fault {
    /// Whether an object was compiled for something else than the target.
    var isOfAnotherMachine: Bool {
        switch rule {
        case .format, .architecture, .platform: true
        case .archive, .minimumVersion, .bitcode, .buildPath, .undefinedSymbol, .provider, .merged: false
        }
    }
}

extension AuditReport.Fault: CustomStringConvertible {
    public var description: String {
        let place = member.map { "\(archive)(\($0))" } ?? archive.string
        return "`\(place)` for `\(target)`: \(rule.rawValue): expected \(expected), found \(found)"
    }
}

extension AuditReport.Row: CustomStringConvertible {
    public var description: String {
        let result = faults == 0 ? "good" : faults == 1 ? "1 fault" : "\(faults) faults"
        let note = symbols == .checked ? "" : ", symbols unchecked"
        return "`\(archive)` for `\(target)`: \(objects) object\(objects == 1 ? "" : "s"), \(result)\(note)"
    }
}
