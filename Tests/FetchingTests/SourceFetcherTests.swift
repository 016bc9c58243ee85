import Actions
import Basics
@testable import Fetching
import Foundation
import SystemPackage
import TestSupport
import Testing

/// Tests that a source is fetched from the first location that has it.
@Suite(.tags(.process))
struct SourceFetcherTests {
    let lines = Recorder<String>()
    let content = SeededRandom.bytes(10_000)

    private func fetcher(
        mirror: FilePath? = nil, isOffline: Bool = false, transport: Transport = .unimplemented
    ) -> SourceFetcher {
        var effects = FetchEffects.unimplemented
        effects.transport = transport
        effects.say = { [lines] in lines.add($0) }
        return SourceFetcher(
            effects: effects, settings: .init(mirror: mirror, isOffline: isOffline, download: .forTests))
    }

    @Test func `a dead mirror, a missing file and a wrong digest are reported in one line each`() async throws {
        try await withServer(content) { server, folder in
            let pin = sha256(of: content)
            let other = sha256(of: [1])
            let locations: [Place] = [
                .url(address: "http://127.0.0.1:9/a.tar", sha256: pin),
                .url(address: server.address("status/404"), sha256: pin),
                .url(address: server.address("file"), sha256: other),
                .path(folder.appending("missing").string, sha256: pin),
                .url(address: server.address("redirect/2"), sha256: pin),
            ]
            let file = try await fetcher(transport: .live).fetch(locations, into: folder)
            #expect(file.digest == Digest(of: content))
            #expect(file.path == folder.appending(pin.hex))
            #expect(try bytes(of: file.path) == content)
            #expect(names(in: folder) == [pin.hex], "no bad file is left")
            #expect(
                lines.all == [
                    "`http://127.0.0.1:9/a.tar`: no connection: Couldn't connect to server",
                    "`\(server.address("status/404"))`: the server answered with status 404",
                    "`\(server.address("file"))`: expected sha256 \(other), found \(pin)",
                    "`\(folder)/missing`: no file at `\(folder)/missing`",
                ])
        }
    }

    @Test func `when all locations fail, the error lists each of them`() async throws {
        try await withTemporaryFolder { folder in
            let pin = sha256(of: content)
            let error = await #expect(throws: FetchError.self) {
                try await fetcher(isOffline: true).fetch(
                    [
                        .url(address: "https://example.org/a", sha256: pin),
                        .debian(package: "a", version: nil, file: "a.tar", suites: ["s"], sha256: pin),
                        .pypi(package: "b", version: "1", platform: nil, file: nil, sha256: pin),
                        .path("/nowhere/a", sha256: pin),
                    ], into: folder)
            }
            #expect(
                error?.description == """
                    no location had the file: `https://example.org/a`: needs the network, which is switched off; \
                    `debian a`: needs the network, which is switched off; \
                    `pypi b 1`: needs the network, which is switched off; `/nowhere/a`: no file at `/nowhere/a`
                    """)
            #expect(lines.all.count == 4)
            await #expect(throws: FetchError.nowhere) { try await fetcher().fetch([], into: folder) }
        }
    }

    @Test(arguments: [true, false])
    func `a mirror is searched first, by digest and by name, without the network`(byDigest: Bool) async throws {
        try await withTemporaryFolder { folder in
            let pin = sha256(of: content)
            let mirror = folder.appending("mirror")
            try FileManager.default.createDirectory(atPath: mirror.string, withIntermediateDirectories: true)
            try write(content, to: mirror.appending(byDigest ? pin.hex : "a b.tar"))
            let file = try await fetcher(mirror: mirror).fetch(
                [.url(address: "https://example.org/x/a%20b.tar?download=1", sha256: pin)],
                into: folder.appending("out"))
            #expect(try bytes(of: file.path) == content)
            #expect(names(in: mirror).count == 1, "the mirror keeps its file")
            #expect(lines.all.isEmpty)
        }
    }

    @Test func `a mirror's wrong or missing file is reported and not used`() async throws {
        try await withTemporaryFolder { folder in
            let (pin, out) = (sha256(of: content), folder.appending("out"))
            let mirror = folder.appending("mirror")
            try FileManager.default.createDirectory(atPath: mirror.string, withIntermediateDirectories: true)
            try write(content, to: folder.appending("a.tar"))
            let location = Place.path(folder.appending("a.tar").string, sha256: pin)
            _ = try await fetcher(mirror: mirror).fetch([location], into: out)
            try write([7], to: mirror.appending("a.tar"))
            _ = try await fetcher(mirror: mirror).fetch([location], into: out)
            _ = try await fetcher(mirror: folder.appending("gone")).fetch([location], into: out)
            #expect(
                lines.all == [
                    "`\(mirror)`: does not hold `a.tar`",
                    "`\(mirror)`: expected sha256 \(pin), found \(sha256(of: [7]))",
                    "`\(folder)/gone`: no file at `\(folder)/gone`",
                ])
            #expect(names(in: out) == [pin.hex])
        }
    }

    @Test func `if a partial file belongs to another file, the whole file is downloaded`() async throws {
        try await withServer(content) { server, folder in
            let pin = sha256(of: content)
            try write(SeededRandom.bytes(3_000, seed: 9), to: folder.appending("\(pin).part"))
            let file = try await fetcher(transport: .live).fetch(
                [.url(address: server.address("file"), sha256: pin)], into: folder)
            #expect(try bytes(of: file.path) == content)
            #expect(server.requests.map { $0.split(separator: " ")[1] } == ["bytes=3000-", "-"])
            #expect(lines.all.isEmpty)
        }
    }

    @Test func `a cancelled fetch tries no further location`() async throws {
        let asked = Recorder<String>()
        let transport = Transport { request, _ in
            asked.add(request.address)
            return TransferAnswer(end: .failed(.cancelled))
        }
        try await withTemporaryFolder { folder in
            let pin = sha256(of: content)
            await #expect(throws: FetchError.cancelled) {
                try await fetcher(transport: transport).fetch(
                    [.url(address: "http://a/", sha256: pin), .url(address: "http://b/", sha256: pin)], into: folder)
            }
            #expect(asked.all == ["http://a/"])
        }
    }

    @Test func `locations are encoded as canonical JSON, which decodes to equal locations`() throws {
        let pin = sha256(of: content)
        let locations: [Place] = [
            .url(address: "https://example.org/a.tar.gz", sha256: pin),
            .debian(package: "a", version: "1", file: "a_1.orig.tar.xz", suites: ["x", "y"], sha256: pin),
            .pypi(package: "b", version: "2", platform: "any", file: nil, sha256: pin), .path("/a", sha256: pin),
        ]
        let text = CanonicalJSON.line(of: locations)
        #expect(
            text == """
                [{"url":{"address":"https://example.org/a.tar.gz","sha256":"\(pin)"}},\
                {"debian":{"file":"a_1.orig.tar.xz","package":"a","sha256":"\(pin)","suites":["x","y"],"version":"1"}},\
                {"pypi":{"package":"b","platform":"any","sha256":"\(pin)","version":"2"}},\
                {"path":{"path":"/a","sha256":"\(pin)"}}]
                """)
        #expect(try JSONDecoder().decode([Place].self, from: Data(text.utf8)) == locations)
    }
}
