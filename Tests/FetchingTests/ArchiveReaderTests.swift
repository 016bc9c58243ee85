import Actions
import Basics
@testable import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process))
struct ArchiveReaderTests {
    let blobs = MemoryBlobs()

    private func unpack(
        _ file: FilePath, strip: Int = 0, limits: ArchiveLimits = ArchiveLimits(),
        where isWanted: @Sendable (RelativePath) -> Bool = { _ in true }
    ) async throws -> Directory {
        try await ArchiveReader(limits: limits).unpack(file, strip: strip, where: isWanted) { [blobs] in
            try blobs.write($0)
        }
    }

    @Test(arguments: ["", "gz", "bz2", "xz", "zst"])
    func `a tar archive gives the same tree as the tar program`(compression: String) async throws {
        try await withTemporaryFolder { folder in
            var file = try await makeTar(goodMembers, compression: compression == "zst" ? "" : compression, in: folder)
            if compression == "zst" {
                // Python 3.11 does not support zstd.
                try await shell(["zstd", "-q", "a.tar", "-o", "b.tar"], in: folder)
                file = folder.appending("b.tar")
            }
            try await shell(["sh", "-c", "mkdir out && tar -xf a.tar -C out"], in: folder)
            let tree = try await unpack(file)
            #expect(listing(tree) == (try await listing(of: folder.appending("out"))))
            #expect(listing(tree).count == 16)
        }
    }

    @Test(arguments: ["xz", "gzip", "zstd", "none"])
    func `a Debian binary package gives the same tree as dpkg-deb`(compression: String) async throws {
        try await withTemporaryFolder { folder in
            _ = try await makeTar(goodMembers, in: folder)
            try await shell(["sh", "-c", "mkdir -p in/DEBIAN && tar -xf a.tar -C in"], in: folder)
            let control = "Package: a\nVersion: 1\nArchitecture: all\nMaintainer: a <a@b>\nDescription: a\n"
            try write(Array(control.utf8), to: folder.appending("in").appending("DEBIAN").appending("control"))
            let build = ["dpkg-deb", "--root-owner-group", "-Z\(compression)", "--build", "in", "a.deb"]
            try await shell(build, in: folder)
            try await shell(["dpkg-deb", "-x", "a.deb", "out"], in: folder)
            let tree = try await unpack(folder.appending("a.deb"))
            #expect(listing(tree) == (try await listing(of: folder.appending("out"))))
            #expect(listing(tree).count == 16)
        }
    }

    @Test func `a zip archive gives the same tree as the unzip program`() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makeZip(
                #"""
                add("wheel/__init__.py", b"import os\n" * 100)
                add("wheel/tool", b"\x7fELF" * 1000, 0o100755)
                add("wheel/empty/", mode=0o40755)
                add("wheel/日本語.h", b"x")
                add("wheel/link", b"tool", 0o120777)
                """#, in: folder)
            try await shell(["unzip", "-q", "-d", "out", "a.tar"], in: folder)
            let tree = try await unpack(file)
            #expect(listing(tree) == (try await listing(of: folder.appending("out"))))
            #expect(listing(tree).contains("wheel/link -> tool"))
        }
    }

    @Test(arguments: [1, 2])
    func `stripping gives the same tree as tar's --strip-components`(count: Int) async throws {
        try await withTemporaryFolder { folder in
            let members = #"""
                add("a/", DIRTYPE)
                add("a/b", DIRTYPE)
                add("a/b/c/x", content=b"1", mode=0o755)
                add("a/b/y", content=b"2")
                add("a/b/z", LNKTYPE, link="a/b/y")
                add("a/b/c/l", SYMTYPE, link="../y")
                """#
            let file = try await makeTar(members, in: folder)
            try await shell(
                ["sh", "-c", "mkdir out && tar -xf a.tar -C out --strip-components=\(count)"], in: folder)
            let tree = try await unpack(file, strip: count)
            #expect(listing(tree) == (try await listing(of: folder.appending("out"))))
        }
    }

    @Test func `only selected entries are kept, and invalid entries among the others are ignored`() async throws {
        try await withTemporaryFolder { folder in
            let members = #"""
                add("x/big", content=bytes(1000000))
                add("x/Makefile", content=b"1")
                add("x/makefile", content=b"2")
                add("dev/null", CHRTYPE)
                add("x/include/a.h", content=b"3")
                """#
            let file = try await makeTar(members, in: folder)
            let tree = try await unpack(file, strip: 1) { $0.relative(to: "x/include") != nil }
            #expect(listing(tree) == ["include/", "include/a.h \(sha256(of: [0x33]).hex.prefix(16))"])
            #expect(blobs.size == 1)
        }
    }

    @Test func `the order, times, owners and modes of entries do not change the tree`() async throws {
        try await withTemporaryFolder { folder in
            let one = try await unpack(
                makeTar("add('a', content=b'1', mode=0o600)\nadd('d', DIRTYPE)\nadd('d/b', mode=0o711)", in: folder))
            let two = try await unpack(
                makeTar("add('d/b', mode=0o755)\nadd('a', content=b'1', mode=0o664)", compression: "xz", in: folder))
            #expect(one == two)
        }
    }

    @Test func `a failing store and a cancelled task have separate errors`() async throws {
        struct Full: Error {}
        try await withTemporaryFolder { folder in
            let file = try await makeTar("add('a')", in: folder)
            await #expect(throws: ArchiveError(archive: "a.tar", entry: "a", reason: .notKept("Full()"))) {
                try await ArchiveReader().unpack(file) { _ in throw Full() }
            }
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await unpack(file)
            }
            await #expect(throws: ArchiveError(archive: "a.tar", entry: nil, reason: .cancelled)) {
                try await task.value
            }
        }
    }
}
