import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Store

/// Blobs that are received in pieces and verified during the transfer.
@Suite(.tags(.process)) struct VerifiedDownloadTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    private func arrive(_ blob: [UInt8]) throws -> Digest {
        let incoming = try store.receive(Digest(of: blob))
        for start in stride(from: 0, to: blob.count, by: 16_384) {
            #expect(try blob[start..<min(start + 16_384, blob.count)].withUnsafeBytes(incoming.write))
        }
        #expect(try incoming.finish())
        return Digest(of: blob)
    }

    private func isVerified(_ digest: Digest, to other: DiskStore? = nil) throws -> Bool {
        let status = try #require(try FileStatus.of(store.path(of: digest).string))
        return (other ?? store).verifiedDownloads.isVerified(digest, status)
    }

    /// Waits so that a later change gives a file other times: these have a resolution of a few milliseconds.
    private func later() async throws { try await Task.sleep(for: .milliseconds(50)) }

    @Test(arguments: [0, 1, 131_072, 2_500_000]) func `a received blob is stored unchanged`(count: Int) throws {
        let blob = SeededRandom.bytes(count)
        let digest = try arrive(blob)
        #expect(try isVerified(digest))
        try store.materialize(digest, to: folder / "out", isExecutable: true)
        #expect(folder.read("out") == blob)
        #expect(try folder.shell("stat -c %a out") == "755\n")
        #expect(try isVerified(digest))
    }

    @Test func `a blob corrupted after its download is detected`() async throws {
        let digest = try arrive(bytes("some text"))
        try await later()
        let path = store.path(of: digest).string
        try folder.shell("chmod u+w \(path); printf S | dd of=\(path) conv=notrunc status=none; chmod u-w \(path)")
        #expect(throws: StoreError.missing(digest)) {
            try store.materialize(digest, to: folder / "out", isExecutable: false)
        }
        #expect(!folder.exists("out"))
        #expect(try store.missing([digest]) == [digest])
    }

    @Test(arguments: ["touch", "chmod u+w", "cp --remove-destination other"])
    func `a received blob whose file changed afterwards is read again`(change: String) async throws {
        let digest = try arrive(bytes("some text"))
        try await later()
        try folder.shell("printf 'some text' >other; \(change) \(store.path(of: digest).string)")
        #expect(try !isVerified(digest))
        try store.materialize(digest, to: folder / "out", isExecutable: false)
        #expect(folder.read("out") == bytes("some text"))
    }

    @Test func `only blobs that this store received count as verified`() throws {
        let put = try store.put(bytes("put"))
        let came = try arrive(bytes("text"))
        #expect(try !isVerified(put))
        #expect(try !isVerified(came, to: DiskStore(at: store.path)))
    }

    @Test func `a received blob with the wrong digest is not stored`() throws {
        let incoming = try store.receive(digest("right"))
        #expect(try bytes("wrong").withUnsafeBytes(incoming.write))
        #expect(try !incoming.finish())
        #expect(try store.missing([digest("right")]) == [digest("right")])
    }
}
