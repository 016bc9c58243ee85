import Actions
import Basics
@testable import Fetching
import SystemPackage
import TestSupport
import Testing

/// Tests the limits on what archives unpack to.
@Suite(.tags(.process))
struct ArchiveBoundsTests {
    @Test(
        arguments: [
            (ArchiveLimits(entries: 2), nil, ArchiveError.Reason.bound(.entries, limit: 2)),
            (ArchiveLimits(bytes: 5_000_000), "b", .bound(.bytes, limit: 5_000_000)),
            (ArchiveLimits(ratio: 100, ratioFloor: 1_000_000), "a", .bound(.ratio, limit: 100)),
        ] as [(ArchiveLimits, String?, ArchiveError.Reason)], [true, false])
    func `size, number and ratio are bounded for all entries, selected or not`(
        _ row: (ArchiveLimits, String?, ArchiveError.Reason), isWanted: Bool
    ) async throws {
        try await withTemporaryFolder { folder in
            let members = "add('a', content=bytes(4000000))\nadd('b', content=bytes(4000000))\nadd('c')"
            let file = try await makeTar(members, compression: "gz", in: folder)
            await #expect(throws: ArchiveError(archive: "a.tar", entry: row.1, reason: row.2)) {
                try await ArchiveReader(limits: row.0).unpack(file, where: { _ in isWanted }) { try digest(of: $0) }
            }
        }
    }

    @Test(arguments: ["gz", "zip"])
    func `an entry that declares more bytes than the limits allow is refused before it is unpacked`(
        format: String
    ) async throws {
        try await withTemporaryFolder { folder in
            let members = "add('a', content=b'1')\nadd('b', content=bytes(4000000))"
            let file =
                format == "zip"
                ? try await makeZip(members, in: folder) : try await makeTar(members, compression: format, in: folder)
            let blobs = MemoryBlobs()
            let limits = ArchiveLimits(ratio: 100, ratioFloor: 1_000_000)
            await #expect(throws: ArchiveError(archive: "a.tar", entry: "b", reason: .bound(.ratio, limit: 100))) {
                try await ArchiveReader(limits: limits).unpack(file) { try blobs.write($0) }
            }
            #expect(blobs.size == 1)
        }
    }

    @Test func `a file arrives in small pieces`() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeTar("add('a', content=bytes(5000000))", compression: "gz", in: folder)
            let pieces = Recorder<Int>()
            let tree = try await ArchiveReader().unpack(file) { try MemoryBlobs().write($0, onPiece: pieces.add) }
            #expect(listing(tree) == ["a \(sha256(of: [UInt8](repeating: 0, count: 5_000_000)).hex.prefix(16))"])
            #expect(pieces.all.max() ?? 0 <= 1 << 17)
            #expect(pieces.all.reduce(0, +) == 5_000_000)
        }
    }

    @Test(arguments: [
        "for i in range(300): add('%d/' % i + 'n' * 200 + '/x')",
        "for i in range(300): add('%d' % i, SYMTYPE, link='n' * 200)",
    ])
    func `long paths and link targets are bounded together`(members: String) async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeTar(members, compression: "gz", in: folder)
            let error = await #expect(throws: ArchiveError.self) {
                try await ArchiveReader(limits: ArchiveLimits(pathBytes: 50_000)).unpack(file) { try digest(of: $0) }
            }
            #expect(error?.reason == .bound(.paths, limit: 50_000))
            _ = try await ArchiveReader(limits: ArchiveLimits(pathBytes: 200_000)).unpack(file) { try digest(of: $0) }
        }
    }

    @Test(arguments: ["gz", "zip"])
    func `a bomb is refused early, even if the archive is large`(format: String) async throws {
        try await withTemporaryFolder { folder in
            let members =
                "import random\nfor i in range(100): add('%d' % i, bytes(1 << 20) + random.Random(i).randbytes(9000))"
            let named = members.replacing(", bytes", with: ", content=bytes")
            let file =
                format == "zip"
                ? try await makeZip(members, in: folder) : try await makeTar(named, compression: format, in: folder)
            let written = Recorder<Int>()
            let error = await #expect(throws: ArchiveError.self) {
                try await ArchiveReader(limits: ArchiveLimits(ratio: 80, ratioFloor: 9 << 20)).unpack(file) {
                    written.add(1)
                    return try digest(of: $0)
                }
            }
            #expect(error?.reason == .bound(.ratio, limit: 80))
            #expect(written.all.count < 20)
        }
    }

    @Test func `the headers of a tar count as unpacked bytes`() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeTar("for i in range(3000): add('%d' % i)", compression: "gz", in: folder)
            let limits = ArchiveLimits(bytes: 1_000_000)
            let error = await #expect(throws: ArchiveError.self) {
                try await ArchiveReader(limits: limits).unpack(file) { try digest(of: $0) }
            }
            #expect(error?.reason == .bound(.bytes, limit: 1_000_000))
        }
    }
}
