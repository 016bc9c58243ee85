import TestSupport
import Testing

@testable import ObjectFiles

/// The fast scan of archives must agree with the full reader, for every division of the bytes into parts.
@Suite(.tags(.process)) struct ArchiveScanTests {
    private let corpus: Corpus

    init() throws { corpus = try Corpus.shared.get() }

    private func scanned(_ bytes: [UInt8], in sizes: () -> Int) -> MachOArchitecture? {
        var scan = ArchiveScan()
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(sizes()))
            part.withUnsafeBytes { scan.take($0) }
            rest = rest.dropFirst(part.count)
        }
        return scan.agreed
    }

    @Test(arguments: Corpus.appleRows)
    func `archives of every architecture are recognized in parts of any size`(row: Corpus.Row) {
        var random = SeededRandom(seed: 3)
        let archive = corpus.archive(row.architecture)
        for size in [8, 9, 60, 61, 100, 1000, 1 << 20] {
            #expect(scanned(archive) { size }?.name == row.architecture)
        }
        for _ in 0..<10 {
            #expect(scanned(archive) { Int.random(in: 8...700, using: &random) }?.name == row.architecture)
        }
    }

    /// An archive that the scan must leave to the full reader.
    struct Doubt: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var members: [[UInt8]]
    }

    static let object = HandMade.machO(.little, wide: true, processor: 0x0100_000C)

    static let doubts = [
        Doubt(testDescription: "no members", members: []),
        Doubt(
            testDescription: "two architectures",
            members: [
                HandMade.member("a.o", object),
                HandMade.member("b.o", HandMade.machO(.little, wide: true, processor: 0x0100_0007)),
            ]),
        Doubt(
            testDescription: "a text member",
            members: [HandMade.member("a.o", object), HandMade.member("b.txt", [0x61, 0x62])]),
        Doubt(
            testDescription: "a fat member",
            members: [HandMade.member("a.o", HandMade.fat([(12, 9, 48, 0, 2)]) + [UInt8](repeating: 0, count: 64))]),
        Doubt(testDescription: "a size past the end", members: [HandMade.member("a.o", object, size: "99999")]),
        Doubt(testDescription: "a size that is not a number", members: [HandMade.member("a.o", object, size: "1x")]),
        Doubt(testDescription: "a size that is blank", members: [HandMade.member("a.o", object, size: "")]),
        Doubt(testDescription: "a header cut short", members: [HandMade.member("a.o", object), [0x62, 0x2E]]),
        Doubt(testDescription: "a long name", members: [HandMade.member("#1/2000", object)]),
        Doubt(testDescription: "a name longer than its member", members: [HandMade.member("#1/800", object)]),
        Doubt(
            testDescription: "a last member that lacks a byte",
            members: [HandMade.member("a.o", object), Array(HandMade.member("b.o", object + [0]).dropLast())]),
        Doubt(
            testDescription: "a member whose name begins with a table's name",
            members: [HandMade.member("a.o", object), HandMade.member("__.SYMDEF_64h", object)]),
        Doubt(
            testDescription: "a table after an object",
            members: [HandMade.member("a.o", object), HandMade.member("__.SYMDEF", object)]),
        Doubt(
            testDescription: "a name that begins like a GNU table's",
            members: [HandMade.member("a.o", object), HandMade.member("/ b", [0x61, 0x62])]),
        Doubt(
            testDescription: "an object shorter than its header",
            members: [HandMade.member("a.o", Array(object.prefix(20)))]),
    ]

    @Test(arguments: doubts)
    func `the fast scan leaves unusual archives to the full reader`(row: Doubt) {
        let archive = HandMade.archiveMagic + row.members.flatMap(\.self)
        for size in [8, 77, 1 << 16] { #expect(scanned(archive) { size } == nil) }
    }

    @Test func `the fast scan agrees with the full reader on mutated archives`() throws {
        var random = SeededRandom(seed: 11)
        var recognized = 0
        for _ in 0..<600 {
            var bytes = corpus.archive("armv7")
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                // Changes have most effect in headers, which are near the beginning.
                let place = Int.random(in: 0..<min(bytes.count, 700), using: &random)
                bytes[place] = Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 0x20
            }
            let found = scanned(bytes, in: { 512 })
            #expect(scanned(bytes, in: { Int.random(in: 8...300, using: &random) }) == found)
            #expect(scanned(bytes, in: { bytes.count }) == found)
            guard let found else { continue }
            recognized += 1
            do throws(ObjectFileError) {
                #expect(try Archive(ByteView(bytes, name: "a")).machOArchitecture() == found)
            } catch {
                // The scan ignores owners and dates, which may be invalid.
                guard case .badField(.memberHeader, _) = error.fault else { throw error }
            }
        }
        #expect(recognized > 60)
    }
}
