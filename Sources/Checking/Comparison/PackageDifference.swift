import Foundation

/// The differences between two packages that a user of the first notices when the second replaces it.
public struct PackageDifference: Hashable, Sendable, Codable {
    /// The slices that only the second package contains (added), or only the first (removed).
    public var addedSlices: [String]
    public var removedSlices: [String]
    /// The slices that both packages have and that differ.
    public var slices: [Slice]
    public var addedHeaders: [String]
    public var removedHeaders: [String]
    public var changedHeaders: [String]
    /// All other files, if both packages are of one kind: packages of different kinds have different files.
    public var addedFiles: [String]
    public var removedFiles: [String]
    public var changedFiles: [String]
    /// The changes in how targets were built, if both packages record it.
    public var records: [Change]
    /// The changes in the inputs that `manifest.json` lists, with the first digits of their digests.
    public var inputs: [Change]
    /// The libraries that could not be read, with the errors.
    public var unreadable: [String]

    /// The differences between the two packages' libraries for one target.
    public struct Slice: Hashable, Sendable, Codable {
        /// The library and target: `libz.a ios arm64`.
        public var name: String
        /// Symbols that only the second library defines.
        public var addedSymbols: [String]
        /// Symbols that only the first library defines: code that uses them no longer links.
        public var removedSymbols: [String]
        public var oldSize: Int
        public var newSize: Int
        public var changes: [Change]
    }

    public struct Change: Hashable, Sendable, Codable {
        /// The subject of the change: `minimum-version`, `ios-arm64 flags`.
        public var name: String
        public var old: String
        public var new: String
    }

    public init(from first: PackageFiles, to second: PackageFiles) {
        var unreadable: [String] = []
        let old = PackageInventory(first, unreadable: &unreadable)
        let new = PackageInventory(second, unreadable: &unreadable)
        addedSlices = Self.only(new.slices, old.slices)
        removedSlices = Self.only(old.slices, new.slices)
        slices = old.slices.keys.sorted().compactMap { name in
            guard let before = old.slices[name], let after = new.slices[name] else { return nil }
            return Slice(name, before, after)
        }
        addedHeaders = Self.only(new.headers, old.headers)
        removedHeaders = Self.only(old.headers, new.headers)
        changedHeaders = Self.changed(old.headers, new.headers)
        let isOneKind = PackageKind(first) == PackageKind(second)
        addedFiles = isOneKind ? Self.only(new.files, old.files) : []
        removedFiles = isOneKind ? Self.only(old.files, new.files) : []
        changedFiles = isOneKind ? Self.changed(old.files, new.files) : []
        records = old.records.keys.filter { new.records[$0] != nil }.sorted().flatMap { target in
            Self.changes(old.records[target] ?? [:], new.records[target] ?? [:], prefix: target + " ")
        }
        inputs = old.inputs.isEmpty || new.inputs.isEmpty ? [] : Self.changes(old.inputs, new.inputs)
        self.unreadable = unreadable
    }

    private static func only<Value>(_ left: [String: Value], _ right: [String: Value]) -> [String] {
        left.keys.filter { right[$0] == nil }.sorted()
    }

    private static func changed<Value: Equatable>(_ left: [String: Value], _ right: [String: Value]) -> [String] {
        left.keys.filter { right[$0] != nil && right[$0] != left[$0] }.sorted()
    }

    static func changes(_ old: [String: String], _ new: [String: String], prefix: String = "") -> [Change] {
        Set(old.keys).union(new.keys).sorted().compactMap { name in
            let (before, after) = (old[name] ?? "", new[name] ?? "")
            return before == after ? nil : Change(name: prefix + name, old: before, new: after)
        }
    }

    public var isEmpty: Bool { isEmptyExceptInputs && inputs.isEmpty }

    /// Whether the packages differ only in the programs and other parts of the toolchains that built them.
    public var isOnlyOfTools: Bool {
        isEmptyExceptInputs && !inputs.isEmpty && inputs.allSatisfy { $0.name.hasPrefix("toolchain ") }
    }

    private var isEmptyExceptInputs: Bool {
        addedSlices.isEmpty && removedSlices.isEmpty && slices.isEmpty && addedHeaders.isEmpty
            && removedHeaders.isEmpty && changedHeaders.isEmpty && addedFiles.isEmpty && removedFiles.isEmpty
            && changedFiles.isEmpty && records.isEmpty
    }
}

extension PackageDifference.Slice {
    /// Nil when the slices are equal. If they differ only in their contents, reports the digests.
    init?(_ name: String, _ old: PackageInventory.Slice, _ new: PackageInventory.Slice) {
        self.name = name
        addedSymbols = new.symbols.subtracting(old.symbols).sorted()
        removedSymbols = old.symbols.subtracting(new.symbols).sorted()
        (oldSize, newSize) = (old.size, new.size)
        changes = PackageDifference.changes(old.properties, new.properties)
        guard addedSymbols.isEmpty, removedSymbols.isEmpty, oldSize == newSize, changes.isEmpty else { return }
        guard old.contents != new.contents else { return nil }
        changes = [.init(name: "contents", old: Self.words(old.contents), new: Self.words(new.contents))]
    }

    /// Returns the first digits of each digest, which suffice to distinguish two digests.
    private static func words(_ digests: Set<String>) -> String {
        digests.sorted().map { String($0.prefix(12)) }.joined(separator: ", ")
    }
}
