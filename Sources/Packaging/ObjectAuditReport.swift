import Basics
import ObjectFiles

/// The results of an audit of files, as `xbuild audit --json` prints them.
public struct ObjectAuditReport: Hashable, Sendable, Codable {
    public var slices: [Slice] = []
    public var misses: [Miss] = []
    /// The errors about members and files that are not objects.
    public var unreadable: [String] = []

    public init() {}

    /// One file, or one slice of a fat file.
    public struct Slice: Hashable, Sendable, Codable {
        public var file: String
        /// The architecture in a fat file's table; absent for other files.
        public var slice: String?
        public var objects: Int
        /// For each property, the number of objects with each value. The names of properties and values are those of
        /// `--expect`; the values of `build-paths` and `other-symbols` are numbers.
        public var answers: [String: [String: Int]]
        /// The number of global symbols of all objects.
        public var symbols: Int
        /// The prefixes of the library's symbols; empty when none are given and none can be guessed.
        public var prefixes: [String]
        public var isPrefixGuessed: Bool
        public var buildPaths: [Finding]
        public var otherSymbols: [Finding]
    }

    /// A build path or a symbol that the audit found in an object.
    public struct Finding: Hashable, Sendable, Codable {
        public var object: String
        public var text: String
    }

    /// An object that violates a requirement.
    public struct Miss: Hashable, Sendable, Codable {
        public var object: String
        public var property: String
        /// The accepted values, any of which suffices.
        public var expected: [String]
        public var found: String
    }

    public var json: String { CanonicalJSON.document(of: self) }
}

extension ObjectAuditReport.Slice {
    init(_ slice: AuditedSlice) {
        file = slice.file
        self.slice = slice.architecture?.name
        objects = slice.objects.count
        answers = Dictionary(uniqueKeysWithValues: slice.valueCounts.map { ($0.rawValue, $1) })
        symbols = slice.objects.reduce(0) { $0 + $1.summary.definedSymbols.count }
        prefixes = slice.prefix.words
        isPrefixGuessed = slice.prefix.isGuessed
        buildPaths = slice.objects.flatMap { object in
            object.buildPaths.map { ObjectAuditReport.Finding(object: slice.name(of: object), text: $0.text) }
        }
        otherSymbols = slice.objects.flatMap { object in
            (object.otherSymbols ?? []).map {
                ObjectAuditReport.Finding(object: slice.name(of: object), text: $0)
            }
        }
    }
}

extension ObjectAuditReport.Miss: CustomStringConvertible {
    public var description: String {
        "`\(object)`: \(property): expected \(expected.joined(separator: " or ")), found \(found)"
    }
}
