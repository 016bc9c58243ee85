import Basics
@testable import Fetching
import Foundation
import Network
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Tests concurrent fetches into one folder.
@Suite
struct SharedFolderTests {
    let lines = Recorder<String>()
    let content = SeededRandom.bytes(10_000)

    private func fetcher(mirror: FilePath? = nil, transport: Transport = .unimplemented) -> SourceFetcher {
        var effects = FetchEffects.unimplemented
        effects.transport = transport
        effects.say = { [lines] in lines.add($0) }
        return SourceFetcher(effects: effects, settings: .init(mirror: mirror, download: .forTests))
    }

    /// Returns a transport that appends half of the missing bytes, waits, then appends the rest, like a slow server.
    private func slowly(_ asked: Recorder<Int>) -> Transport {
        Transport { [content] request, _ in
            asked.add(request.offset)
            do {
                let half = (content.count + request.offset) / 2
                let start = request.offset == 0 ? [] : try bytes(of: request.file)
                try write(start + content[request.offset..<half], to: request.file)
                try await Task.sleep(for: .milliseconds(50))
                try write(try bytes(of: request.file) + content[half...], to: request.file)
                return TransferAnswer(end: .complete)
            } catch {
                return TransferAnswer(end: .failed(Trouble(.broken("\(error)"))))
            }
        }
    }

    @Test func `of concurrent fetches of one file, one downloads it and all return it`() async throws {
        try await withTemporaryFolder { folder in
            let (pin, asked) = (sha256(of: content), Recorder<Int>())
            let fetcher = fetcher(transport: slowly(asked))
            let files = try await withThrowingTaskGroup(of: FetchedFile.self) { group in
                for _ in 1...4 {
                    group.addTask { try await fetcher.fetch([.url(address: "http://a/", sha256: pin)], into: folder) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(files.count == 4)
            #expect(asked.all == [0], "no fetch continues a part that another is writing, or requests the rest of it")
            #expect(try bytes(of: folder.appending(pin.hex)) == content)
            #expect(names(in: folder) == [pin.hex])
            #expect(Set(lines.all).isSubset(of: ["waiting for another run that fetches `\(pin)` into `\(folder)`"]))
        }
    }

    @Test func `a fetch continues a partial file and does not wait for the lock of another file`() async throws {
        try await withTemporaryFolder { folder in
            let (pin, asked) = (sha256(of: content), Recorder<Int>())
            try write(Array(content.prefix(4_000)), to: folder.appending("\(pin).part"))
            let other = try LockedFile(folder.appending("\(sha256(of: [1])).lock"))
            _ = try await fetcher(transport: slowly(asked)).fetch(
                [.url(address: "http://a/", sha256: pin)], into: folder)
            #expect(asked.all == [4_000])
            #expect(try bytes(of: folder.appending(pin.hex)) == content)
            other.release()
        }
    }

    enum Kind: CaseIterable { case path, mirror, url }

    @Test(arguments: Kind.allCases)
    func `a fetch waits for a lock until the lock is released or the fetch is cancelled`(kind: Kind) async throws {
        try await withTemporaryFolder { folder in
            let (pin, at, into) = (sha256(of: content), folder.appending("at"), folder.appending("into"))
            for place in [at, into] {
                try FileManager.default.createDirectory(atPath: place.string, withIntermediateDirectories: true)
            }
            try write(content, to: at.appending(pin.hex))
            let fetcher = fetcher(mirror: kind == .mirror ? at : nil, transport: slowly(Recorder()))
            let location: Place =
                switch kind {
                case .path: .path(at.appending(pin.hex).string, sha256: pin)
                case .mirror, .url: .url(address: "http://a/", sha256: pin)
                }
            let other = try LockedFile(into.appending("\(pin).lock"))
            for round in 1...2 {
                let task = Task { try await fetcher.fetch([location], into: into) }
                for _ in 1...2_000 where lines.all.count < round { try await Task.sleep(for: .milliseconds(5)) }
                #expect(names(in: into) == ["\(pin).lock"])
                if round == 1 {
                    task.cancel()
                    await #expect(throws: FetchError.cancelled) { try await task.value }
                } else {
                    other.release()
                    #expect(try await task.value.digest.hash == pin)
                }
            }
            #expect(names(in: into) == [pin.hex])
        }
    }

    @Test func `a file is fetched without a lock if the lock cannot be created`() async throws {
        try await withTemporaryFolder { folder in
            let pin = sha256(of: content)
            let lock = folder.appending("\(pin).lock")
            try FileManager.default.createDirectory(atPath: lock.string, withIntermediateDirectories: true)
            _ = try await fetcher(transport: slowly(Recorder())).fetch(
                [.url(address: "http://a/", sha256: pin)], into: folder)
            #expect(names(in: folder) == [pin.hex, "\(pin).lock"])
        }
    }

    /// A lock file with a lock that excludes fetches, like a lock of another process.
    private struct LockedFile {
        private let descriptor: FileDescriptor

        init(_ path: FilePath) throws {
            descriptor = try FileDescriptor.open(
                path, .readWrite, options: [.create, .closeOnExec], permissions: [.ownerReadWrite])
            try #require(flock(descriptor.rawValue, LOCK_EX | LOCK_NB) == 0)
        }

        func release() { try? descriptor.close() }
    }
}
