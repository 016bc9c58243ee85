import Basics
import Targets

/// `audit.json`: the audited archives and the faults in them.
public struct AuditReport: Hashable, Sendable, Codable {
    public var archives: [Row] = []
    public var faults: [Fault] = []
    /// Not part of the file: the step prints these libraries as notes.
    var unlinked: Set<Unlinked> = []
    /// Not part of the file either.
    var calls: [UnboundedCalls] = []

    private enum CodingKeys: CodingKey {
        case archives, faults
    }

    /// A system library that an archive needs, that is linked only on request (`-lm`), and that the recipe omits.
    struct Unlinked: Hashable, Sendable {
        /// The archive's file name.
        var archive: String
        /// The library's name without `lib` and suffix: `m`.
        var library: String
        /// The first symbol that needs the library.
        var symbol: String

        var message: String {
            "`\(archive)` uses `\(symbol)` of lib\(library), which users must then link: add `link: [\(library)]` "
                + "under `products`"
        }
    }

    /// One archive of one target.
    public struct Row: Hashable, Sendable, Codable {
        public var archive: RelativePath
        public var target: Target
        public var objects: Int
        public var symbols: Symbols
        /// The number of faults in the archive.
        public var faults: Int
    }

    /// Whether undefined symbols were checked.
    public enum Symbols: String, Hashable, Sendable, Codable {
        case checked
        /// The inputs did not include the sysroot's libraries.
        case unchecked
    }

    public struct Fault: Hashable, Sendable, Codable {
        public var target: Target
        public var archive: RelativePath
        /// The member; nil when the fault is about the archive as a whole.
        public var member: String?
        public var rule: Rule
        public var expected: String
        public var found: String
    }

    public enum Rule: String, CaseIterable, Hashable, Sendable, Codable {
        /// The archive is missing, empty or thin.
        case archive
        /// A member is not an object of the target's format.
        case format
        case architecture
        case platform
        case minimumVersion = "minimum version"
        case bitcode
        case buildPath = "build path"
        case undefinedSymbol = "undefined symbol"
        /// A library of the sysroot is not for the target.
        case provider
        /// A merged archive differs from the target's installed archive.
        case merged
    }
}

extension AuditReport.Fault {
    /// Whether the fault is that an object was compiled for another target.
    var isAboutForeignObject: Bool {
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
