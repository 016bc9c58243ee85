import Targets

/// The symbols that the shared libraries of glibc export, of all versions and architectures.
///
/// ```
/// u8 n, n names of libraries; u8 n, n versions of three bytes; u8 n, n names of targets (names end with a zero byte)
/// three tables (functions, objects, thread-local objects): u16 count of inclusions, the inclusions
/// inclusion: name        only in the first inclusion of a symbol
///            targets     uleb128, a bit for each
///            size        uleb128, only of objects
///            library     u8; 80: the symbol's last inclusion
///            versions    u8 each; 80: the last of this inclusion
/// ```
/// Integers are little-endian. An inclusion tells in which versions a library exported a symbol for these targets.
/// Source: `lib/libc/glibc/abilists` of Zig, written by `consolidate.zig` of its `glibc-abi-tool`.
public struct GlibcSymbols: Sendable {
    /// All versions, ascending.
    public let versions: [OSVersion]
    let inclusions: [Inclusion]
    private let targets: [String]

    struct Inclusion: Hashable, Sendable {
        var name: String
        /// `c` for `libc.so`.
        var library: String
        var versions: [OSVersion]
        /// The size of an object in bytes; nil for a function.
        var size: Int?
        fileprivate var targets: UInt64
    }

    /// - Throws: `GlibcSymbolsError` when the bytes do not have this format.
    public init(_ bytes: [UInt8]) throws(GlibcSymbolsError) {
        var reader = Reader(bytes: bytes)
        let libraries = try reader.list { reader throws(GlibcSymbolsError) in try reader.name() }
        versions = try reader.list { reader throws(GlibcSymbolsError) in
            OSVersion(Int(try reader.byte()), Int(try reader.byte()), Int(try reader.byte()))
        }
        targets = try reader.list { reader throws(GlibcSymbolsError) in try reader.name() }
        guard targets.count <= UInt64.bitWidth, versions == versions.sorted() else { throw reader.error }
        var all = try reader.inclusions(ofObjects: false, libraries, versions)
        all += try reader.inclusions(ofObjects: true, libraries, versions)
        // No version exports a thread-local object; their form is unknown.
        guard try reader.byte() == 0, try reader.byte() == 0, reader.isAtEnd else { throw reader.error }
        inclusions = all
    }

    /// Returns the symbols of a target of the list, such as `x86_64-linux-gnu`, in the order of libraries, names and
    /// versions; nil for an unknown target.
    public func exports(of target: String) -> [GlibcExport]? {
        guard let bit = targets.firstIndex(of: target) else { return nil }
        var found: [GlibcExport.Place: [OSVersion: Int?]] = [:]
        for inclusion in inclusions where inclusion.targets & 1 << bit != 0 {
            for version in inclusion.versions {
                let place = GlibcExport.Place(library: inclusion.library, name: inclusion.name)
                found[place, default: [:]][version] = inclusion.size
            }
        }
        return found.sorted { $0.key < $1.key }.flatMap { place, versions in
            versions.sorted { $0.key < $1.key }.map { version, size in
                GlibcExport(place: place, version: version, size: size)
            }
        }
    }
}

/// A symbol of a library under one of its versions: `memcpy@GLIBC_2.2.5`, `memcpy@@GLIBC_2.14`.
public struct GlibcExport: Hashable, Sendable {
    public var place: Place
    public var version: OSVersion
    /// The size of an object in bytes; nil for a function.
    public var size: Int?

    public struct Place: Hashable, Sendable, Comparable {
        /// `c` for `libc.so`.
        public var library: String
        public var name: String

        public static func < (left: Place, right: Place) -> Bool {
            (left.library, left.name) < (right.library, right.name)
        }
    }
}

/// A list of glibc's symbols that does not have the expected form.
public struct GlibcSymbolsError: Error, Hashable, Sendable {
    /// The offset of the fault in bytes.
    public var offset: Int
}

private struct Reader {
    let bytes: [UInt8]
    private var offset = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var error: GlibcSymbolsError { GlibcSymbolsError(offset: offset) }
    var isAtEnd: Bool { offset == bytes.count }

    mutating func byte() throws(GlibcSymbolsError) -> UInt8 {
        guard offset < bytes.count else { throw error }
        defer { offset += 1 }
        return bytes[offset]
    }

    mutating func name() throws(GlibcSymbolsError) -> String {
        guard let end = bytes[offset...].firstIndex(of: 0),
            let name = String(validating: bytes[offset..<end], as: UTF8.self)
        else { throw error }
        offset = end + 1
        return name
    }

    mutating func list<Element>(
        _ element: (inout Reader) throws(GlibcSymbolsError) -> Element
    ) throws(GlibcSymbolsError) -> [Element] {
        var elements: [Element] = []
        for _ in 0..<(try byte()) { elements.append(try element(&self)) }
        return elements
    }

    private mutating func uleb128() throws(GlibcSymbolsError) -> UInt64 {
        var value: UInt64 = 0
        for shift in stride(from: 0, to: 63, by: 7) {
            let byte = try byte()
            value |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return value }
        }
        throw error
    }

    mutating func inclusions(
        ofObjects: Bool, _ libraries: [String], _ versions: [OSVersion]
    ) throws(GlibcSymbolsError) -> [GlibcSymbols.Inclusion] {
        let count = Int(try byte()) | Int(try byte()) << 8
        var inclusions: [GlibcSymbols.Inclusion] = []
        var symbol: String?
        for _ in 0..<count {
            let name = if let symbol { symbol } else { try name() }
            let targets = try uleb128()
            let size = ofObjects ? Int(clamping: try uleb128()) : nil
            let library = try byte()
            guard library & 0x7F < libraries.count else { throw error }
            var inclusion = GlibcSymbols.Inclusion(
                name: name, library: libraries[Int(library & 0x7F)], versions: [], size: size, targets: targets)
            var version: UInt8
            repeat {
                version = try byte()
                guard version & 0x7F < versions.count else { throw error }
                inclusion.versions.append(versions[Int(version & 0x7F)])
            } while version & 0x80 == 0
            inclusions.append(inclusion)
            symbol = library & 0x80 == 0 ? name : nil
        }
        guard symbol == nil else { throw error }
        return inclusions
    }
}
