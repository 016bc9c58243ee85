import Actions
import Basics
@testable import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process))
struct HostileArchiveTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var members: String
        var entry: String?
        var reason: ArchiveError.Reason
        var strip = 0
        var testDescription: String { name }
    }

    private func expectRefused(_ file: FilePath, _ row: Case, limits: ArchiveLimits = ArchiveLimits()) async {
        await #expect(throws: ArchiveError(archive: "a.tar", entry: row.entry, reason: row.reason)) {
            try await ArchiveReader(limits: limits).unpack(file, strip: row.strip) { try digest(of: $0) }
        }
    }

    static let tars: [Case] = [
        Case(name: "absolute path", members: "add('/etc/x')", entry: "/etc/x", reason: .path(.absolute)),
        Case(name: "path with ..", members: "add('a/../../x')", entry: "a/../../x", reason: .path(.leavesRoot)),
        Case(
            name: "path with .. that stays inside", members: "add('a/../x')", entry: "a/../x",
            reason: .path(.leavesRoot)),
        Case(name: "control character", members: "add('a\\x1b[2J')", entry: "a\u{1B}[2J", reason: .path(.malformed)),
        Case(
            name: "absolute link", members: "add('l', SYMTYPE, link='/etc')", entry: "l",
            reason: .link(target: "/etc", .absolute)),
        Case(
            name: "link to the outside", members: "add('a/l', SYMTYPE, link='../../x')", entry: "a/l",
            reason: .link(target: "../../x", .leavesRoot)),
        Case(
            name: "link to the outside after stripping",
            members: "add('a/x')\nadd('a/l', SYMTYPE, link='../b')", entry: "a/l",
            reason: .link(target: "../b", .leavesRoot), strip: 1),
        Case(
            name: "link to the outside through another link",
            members: "add('here', SYMTYPE, link='.')\nadd('l', SYMTYPE, link='here/..')", entry: "l",
            reason: .link(target: "here/..", .leavesRoot)),
        Case(
            name: "link to the outside through a later link",
            members: "add('d/l', SYMTYPE, link='e/f/../..')\nadd('d/e/f', SYMTYPE, link='../..')", entry: "d/l",
            reason: .link(target: "e/f/../..", .leavesRoot)),
        Case(
            name: "links in a circle", members: "add('a', SYMTYPE, link='b')\nadd('b', SYMTYPE, link='a')", entry: "a",
            reason: .link(target: "b", .loop)),
        Case(
            name: "file through a link", members: "add('d', SYMTYPE, link='e')\nadd('d/x')", entry: "d/x",
            reason: .path(.duplicate)),
        Case(name: "file through a file", members: "add('d')\nadd('d/x')", entry: "d/x", reason: .path(.duplicate)),
        Case(
            name: "hard link to the outside", members: "add('h', LNKTYPE, link='../x')", entry: "h",
            reason: .link(target: "../x", .leavesRoot)),
        Case(
            name: "absolute hard link", members: "add('h', LNKTYPE, link='/etc/passwd')", entry: "h",
            reason: .link(target: "/etc/passwd", .absolute)),
        Case(
            name: "hard link to a later file", members: "add('h', LNKTYPE, link='x')\nadd('x')", entry: "h",
            reason: .link(target: "x", .noFile)),
        Case(
            name: "hard link to a link",
            members: "add('l', SYMTYPE, link='x')\nadd('h', LNKTYPE, link='l')", entry: "h",
            reason: .link(target: "l", .noFile)),
        Case(name: "character device", members: "add('n', CHRTYPE)", entry: "n", reason: .kind("character device")),
        Case(name: "block device", members: "add('n', BLKTYPE)", entry: "n", reason: .kind("block device")),
        Case(name: "fifo", members: "add('n', FIFOTYPE)", entry: "n", reason: .kind("fifo")),
        Case(
            name: "same path twice", members: "add('a/x')\nadd('b')\nadd('./a//x')", entry: "./a//x",
            reason: .path(.duplicate)),
        Case(
            name: "folder over a file", members: "add('a')\nadd('a', DIRTYPE)", entry: "a/", reason: .path(.duplicate)),
        Case(
            name: "file names that differ by case", members: "add('a/Makefile')\nadd('a/makefile')",
            entry: "a/makefile",
            reason: .path(.caseClash(other: "a/Makefile"))),
        Case(
            name: "folder names that differ by case", members: "add('A/x')\nadd('a/y')", entry: "a/y",
            reason: .path(.caseClash(other: "A"))),
        Case(
            name: "names that differ by composition", members: "add('\\u00e9')\nadd('e\\u0301')", entry: "e\u{301}",
            reason: .path(.caseClash(other: "\u{E9}"))),
        Case(
            name: "several roots to strip", members: "add('a/x')\nadd('b/x')", entry: "b/x",
            reason: .strip(.differs(other: "a", count: 1)), strip: 1),
        Case(
            name: "nothing left after stripping", members: "add('x')", entry: "x",
            reason: .strip(.nothingLeft(count: 1)),
            strip: 1),
        Case(
            name: "too deep", members: "add('d/' * 64 + 'x')", entry: String(repeating: "d/", count: 64) + "x",
            reason: .bound(.depth, limit: 64)),
    ]

    @Test(arguments: tars)
    func `a hostile tar is refused`(row: Case) async throws {
        try await withTemporaryFolder { folder in
            await expectRefused(try await makeTar(row.members, in: folder), row)
        }
    }

    static let zips: [Case] = [
        Case(name: "absolute path", members: "add('/etc/x')", entry: "/etc/x", reason: .path(.absolute)),
        Case(name: "path with ..", members: "add('../x')", entry: "../x", reason: .path(.leavesRoot)),
        Case(
            name: "link to the outside", members: "add('l', b'../x', 0o120777)", entry: "l",
            reason: .link(target: "../x", .leavesRoot)),
        Case(
            name: "case clash", members: "add('a')\nadd('A')", entry: "A", reason: .path(.caseClash(other: "a"))),
        Case(
            name: "same path twice",
            members: "import warnings\nwarnings.simplefilter('ignore')\nadd('a')\nadd('a')", entry: "a",
            reason: .path(.duplicate)),
    ]

    @Test(arguments: zips)
    func `a hostile zip is refused`(row: Case) async throws {
        try await withTemporaryFolder { folder in
            await expectRefused(try await makeZip(row.members, in: folder), row)
        }
    }

    @Test func `names that are not UTF-8 are refused`() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeTar(
                "tar.encoding, tar.errors, tar.format = 'utf-8', 'surrogateescape', USTAR_FORMAT\nadd('a\\udcff')",
                in: folder)
            await expectRefused(file, Case(name: "", members: "", entry: "", reason: .path(.malformed)))
        }
    }

    @Test func `a zip bomb is refused`() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeZip("add('a', bytes(4000000))", in: folder)
            let row = Case(name: "", members: "", entry: "a", reason: .bound(.ratio, limit: 100))
            await expectRefused(file, row, limits: ArchiveLimits(ratio: 100, ratioFloor: 1_000_000))
        }
    }

    @Test(arguments: ["", "gz", "bz2", "xz", "zip"])
    func `a truncated archive is refused, or all its files are unpacked`(compression: String) async throws {
        try await withTemporaryFolder { folder in
            let whole =
                compression == "zip"
                ? try await makeZip(
                    "import random\nadd('a', b'1' * 3000)\nadd('b/c', random.Random(1).randbytes(20000))", in: folder)
                : try await makeTar(goodMembers, compression: compression, in: folder)
            let tree = try await ArchiveReader().unpack(whole) { try digest(of: $0) }
            let all = try bytes(of: whole)
            var refused = 0
            // Sizes at block boundaries of a tar, and other sizes.
            for size in Set(stride(from: 0, to: all.count, by: max(512, all.count / 80 / 512 * 512)))
                .union(stride(from: 1, to: all.count, by: max(97, all.count / 80)))
                .union([all.count - 1, all.count - 9])
            {
                try write(Array(all.prefix(size)), to: folder.appending("cut"))
                do {
                    #expect(
                        try await ArchiveReader().unpack(folder.appending("cut")) { try digest(of: $0) } == tree,
                        "\(size)")
                } catch let error as ArchiveError {
                    #expect(error.archive == "cut")
                    refused += 1
                }
            }
            #expect(refused > 10)
        }
    }

    @Test(arguments: ["", "gz", "xz", "zip"])
    func `a damaged archive is refused if a checksum detects the damage`(compression: String) async throws {
        try await withTemporaryFolder { folder in
            let whole =
                compression == "zip"
                ? try await makeZip("add('a', b'12' * 3000)\nadd('b/c', bytes(range(256)) * 20)", in: folder)
                : try await makeTar(goodMembers, compression: compression, in: folder)
            let all = try bytes(of: whole)
            var random = SeededRandom.bytes(400).makeIterator()
            for _ in 0..<100 {
                var damaged = all
                let place = (Int(random.next() ?? 0) << 8 | Int(random.next() ?? 0)) * all.count >> 16
                damaged[place] ^= random.next() ?? 1
                try write(damaged, to: folder.appending("damaged"))
                _ = try? await ArchiveReader().unpack(folder.appending("damaged")) { try digest(of: $0) }
            }
            // The first header of a tar has a checksum, and compressed data cannot contain these bytes 0xFF. (Only the pinned
            // digest detects a single flipped bit of gzip data: libarchive does not verify gzip's checksum.)
            var damaged = all
            let place = compression == "" ? 100 : all.count / 2
            damaged.replaceSubrange(place..<place + 100, with: repeatElement(0xFF, count: 100))
            try write(damaged, to: folder.appending("damaged"))
            await #expect(throws: ArchiveError.self) {
                try await ArchiveReader().unpack(folder.appending("damaged")) { try digest(of: $0) }
            }
        }
    }

    @Test(arguments: [[], Array("<html>not found</html>".utf8), SeededRandom.bytes(5000)])
    func `a file that is no archive is refused`(content: [UInt8]) async throws {
        try await withTemporaryFolder { folder in
            try write(content, to: folder.appending("a.tar"))
            let error = await #expect(throws: ArchiveError.self) {
                try await ArchiveReader().unpack(folder.appending("a.tar")) { try digest(of: $0) }
            }
            #expect(error?.description.hasPrefix("archive `a.tar`: ") == true)
        }
    }

    @Test func `errors name archive and entry in one printable line`() {
        let rows: [(ArchiveError, String)] = [
            (
                ArchiveError(archive: "a.tar", entry: "x/\u{1B}[2J", reason: .path(.malformed)),
                "archive `a.tar`: entry `x/\\u{1B}[2J`: the path is empty, not UTF-8, or has control characters"
            ),
            (
                ArchiveError(archive: "a.zip", entry: nil, reason: .bound(.ratio, limit: 9)),
                "archive `a.zip`: more than 9 times as large when unpacked"
            ),
            (
                ArchiveError(archive: "a.zip", entry: "l", reason: .link(target: "../x", .leavesRoot)),
                "archive `a.zip`: entry `l`: the link to `../x` leaves the archive"
            ),
            (
                ArchiveError(archive: "a", entry: "b/x", reason: .strip(.differs(other: "a", count: 1))),
                "archive `a`: entry `b/x`: cannot apply `strip: 1`: another entry is in `a`"
            ),
        ]
        for (error, words) in rows { #expect(error.description == words) }
    }
}
