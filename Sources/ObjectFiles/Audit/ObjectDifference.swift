/// The first difference between two object files, as precise as possible: slice, member, section.
///
/// If two builds with equal inputs differ, the place shows the cause: a date in `__const` of `version.o`, for example.
public struct ObjectDifference: Hashable, Sendable {
    /// The slice of a fat file.
    public var architecture: String?
    /// The archive member.
    public var member: String?
    public var kind: Kind

    public enum Kind: Hashable, Sendable {
        /// The bytes of a section, from an offset in it on; for Mach-O with its segment: `__TEXT,__const`.
        case section(String, offset: Int)
        /// The section has another size, or another section is in its place.
        case sections(String, String)
        /// The parts outside sections: headers, symbol and relocation tables.
        case outsideSections(offset: Int)
        /// The bytes of a file without sections.
        case bytes(offset: Int)
        /// Different slices, or another order.
        case slices([String], [String])
        /// Different members, or another order: the names at the first difference, nil after the last one.
        case members(String?, String?)
        /// All members are equal, but the bytes between them differ.
        case container(offset: Int)
    }

}

extension ObjectDifference {
    /// Nil when the bytes are equal. Files that are not objects are compared as plain bytes.
    public init?(_ first: ByteView, _ second: ByteView) {
        guard let offset = first.firstDifference(from: second) else { return nil }
        let inventories = try? (ObjectInventory(first), ObjectInventory(second))
        guard let (one, other) = inventories, one.kind == other.kind else {
            self.init(kind: .bytes(offset: offset))
            return
        }
        self = Self.inside(one, other) ?? Self(kind: .container(offset: offset))
    }

    private static func inside(_ first: ObjectInventory, _ second: ObjectInventory) -> Self? {
        let names = [first, second].map { $0.slices.map { $0.architecture?.name ?? "" } }
        guard names[0] == names[1] else { return Self(kind: .slices(names[0], names[1])) }
        for (one, other) in zip(first.slices, second.slices) {
            guard var found = inside(one.units, other.units) else { continue }
            found.architecture = one.architecture?.name
            return found
        }
        return nil
    }

    private static func inside(_ first: [ObjectInventory.Unit], _ second: [ObjectInventory.Unit]) -> Self? {
        for index in 0..<max(first.count, second.count) {
            let (one, other) = (index < first.count ? first[index] : nil, index < second.count ? second[index] : nil)
            guard let one, let other, one.member == other.member else {
                return Self(kind: .members(one?.member, other?.member))
            }
            guard let offset = one.bytes.firstDifference(from: other.bytes) else { continue }
            return Self(member: one.member, kind: inside(one.bytes, other.bytes, offset))
        }
        return nil
    }

    /// - Parameter offset: the first byte that differs.
    private static func inside(_ first: ByteView, _ second: ByteView, _ offset: Int) -> Kind {
        let read = try? (ObjectFile(first).sections(), ObjectFile(second).sections())
        guard let (one, other) = read else { return .bytes(offset: offset) }
        let pairs = Array(zip(one, other))
        // The sections of a program are more informative than the tables derived from them.
        let order = pairs.filter { $0.0.contents != .other } + pairs.filter { $0.0.contents == .other }
        for (old, new) in order {
            guard old.words == new.words, old.size == new.size else { return .sections(old.sized, new.sized) }
            if let inner = old.bytes(of: first)?.firstDifference(from: new.bytes(of: second)) {
                return .section(old.words, offset: inner)
            }
        }
        return .outsideSections(offset: offset)
    }
}

extension ObjectSection {
    fileprivate var words: String { segment.isEmpty ? name : "\(segment),\(name)" }
    fileprivate var sized: String { "\(words) (\(size) bytes)" }

    /// Returns the section's contents; nil when it has none in the file, or when they are outside the file.
    fileprivate func bytes(of object: ByteView) -> ByteView? {
        guard let offset, let size = Int(exactly: size) else { return nil }
        return try? object.slice(at: offset, count: size)
    }
}

extension ByteView {
    /// Returns the offset of the first byte that differs from `other`, or that only one of them has;
    /// nil when all are equal.
    public func firstDifference(from other: ByteView?) -> Int? {
        guard let other else { return 0 }
        return withUnsafeBytes { mine in
            other.withUnsafeBytes { theirs in
                let shared = min(mine.count, theirs.count)
                // One page at a time: most of a file is usually equal.
                for start in stride(from: 0, to: shared, by: 4096) {
                    let end = min(start + 4096, shared)
                    if mine[start..<end].elementsEqual(theirs[start..<end]) { continue }
                    return (start..<end).first { mine[$0] != theirs[$0] }
                }
                return mine.count == theirs.count ? nil : shared
            }
        }
    }
}

extension ObjectDifference: CustomStringConvertible {
    /// The difference in words: `slice arm64, member version.o, section __TEXT,__const, byte 12`.
    public var description: String {
        let place = [architecture.map { "slice \($0)" }, member.map { "member `\($0)`" }].compactMap { $0 }
        return (place + [kind.words]).joined(separator: ", ")
    }
}

extension ObjectDifference.Kind {
    fileprivate var words: String {
        switch self {
        case .section(let name, let offset): "section `\(name)`, byte \(offset)"
        case .sections(let old, let new): "sections `\(old)` and `\(new)`"
        case .outsideSections(let offset): "headers and tables, byte \(offset)"
        case .bytes(let offset): "byte \(offset)"
        case .slices(let old, let new): "slices `\(old.joined(separator: " "))` and `\(new.joined(separator: " "))`"
        case .members(let old, let new):
            "members \(old.map { "`\($0)`" } ?? "none") and \(new.map { "`\($0)`" } ?? "none")"
        case .container(let offset): "headers around the objects, byte \(offset)"
        }
    }
}
