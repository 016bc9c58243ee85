import Actions
import Basics
@testable import Fetching
import SystemPackage
import TestSupport
import Testing

/// Tests faulty and hostile Debian binary packages, made with `ar` and `tar`.
@Suite(.tags(.process))
struct DebianPackageTests {
    private func unpack(_ file: FilePath, limits: ArchiveLimits = ArchiveLimits()) async throws -> Directory {
        try await ArchiveReader(limits: limits).unpack(file) { try digest(of: $0) }
    }

    @Test(arguments: [("", "data.tar"), ("| gzip", "data.tar.gz"), ("| xz", "data.tar.xz"), ("| zstd", "data.tar.zst")])
    func `a package that is cut off anywhere is refused`(compress: String, name: String) async throws {
        try await withTemporaryFolder { folder in
            try await shell(["sh", "-c", "mkdir in && echo 1 >in/a && head -c 3001 /dev/urandom >in/b"], in: folder)
            let file = try await makePackage(data: "tar -cC in . \(compress)", named: name, in: folder)
            #expect(listing(try await unpack(file)).count == 2)
            let whole = try bytes(of: file)
            // `ar` pads an odd size with one byte, which may be missing.
            for size in [0, 7] + Array(8..<300) + Array(stride(from: 301, to: whole.count - 1, by: 97)) {
                try write(Array(whole.prefix(size)), to: folder.appending("cut.deb"))
                let error = await #expect(throws: ArchiveError.self) { try await unpack(folder.appending("cut.deb")) }
                guard size > 8, let error else { continue }
                #expect([.truncated, .unreadable("the package has no `data.tar`")].contains(error.reason), "\(size)")
            }
        }
    }

    @Test func `a package without 'data.tar' and one with a malformed header are refused`() async throws {
        try await withTemporaryFolder { folder in
            let file = try await makePackage(data: "echo", named: "date.tar", in: folder)
            let missing = ArchiveError.Reason.unreadable("the package has no `data.tar`")
            await #expect(throws: ArchiveError(archive: "a.deb", entry: nil, reason: missing)) {
                try await unpack(file)
            }
            let malformed = ArchiveError.Reason.unreadable("the package has a malformed header")
            for (offset, text) in [(8 + 58, "x"), (8 + 48, "-"), (8 + 48, " "), (8 + 48, "9999999999")] {
                var damaged = try bytes(of: file)
                damaged.replaceSubrange(offset..<offset + text.utf8.count, with: text.utf8)
                try write(damaged, to: folder.appending("b.deb"))
                let reason = text == "9999999999" ? .truncated : malformed
                await #expect(throws: ArchiveError(archive: "b.deb", entry: nil, reason: reason)) {
                    try await unpack(folder.appending("b.deb"))
                }
            }
        }
    }

    @Test func `what follows a package's 'data.tar' is not read`() async throws {
        try await withTemporaryFolder { folder in
            try await shell(["sh", "-c", "mkdir in && echo 1 >in/a && echo 12 >more"], in: folder)
            let file = try await makePackage(data: "tar -cC in .", named: "data.tar", in: folder)
            let tree = try await unpack(file)
            try await shell(["ar", "rcD", "a.deb", "more"], in: folder)
            #expect(try await unpack(file) == tree)
        }
    }

    @Test(arguments: ["data.tar.xz", "data.tar.zst", "data.tar.gz"])
    func `a bomb in a package is refused within the limits of one archive`(name: String) async throws {
        try await withTemporaryFolder { folder in
            try await shell(["sh", "-c", "mkdir in && for i in 1 2 3; do truncate -s 40M in/$i; done"], in: folder)
            let command = "tar -cC in . | \(name.hasSuffix("xz") ? "xz" : name.hasSuffix("gz") ? "gzip" : "zstd")"
            let file = try await makePackage(data: command, named: name, in: folder)
            let limits = ArchiveLimits()
            let error = await #expect(throws: ArchiveError.self) { try await unpack(file, limits: limits) }
            #expect(error?.reason == .bound(.ratio, limit: limits.ratio))
            #expect(error?.archive == "a.deb")
            let exact = ArchiveLimits(entries: 4, bytes: 121 << 20, ratio: 121 << 20)
            #expect(listing(try await unpack(file, limits: exact)).count == 3)
            for (limits, reason) in [
                (ArchiveLimits(entries: 3, ratio: exact.ratio), .bound(.entries, limit: 3)),
                (ArchiveLimits(bytes: 120 << 20, ratio: exact.ratio), .bound(.bytes, limit: 120 << 20)),
            ] as [(ArchiveLimits, ArchiveError.Reason)] {
                let error = await #expect(throws: ArchiveError.self) { try await unpack(file, limits: limits) }
                #expect(error?.reason == reason)
            }
        }
    }
}
