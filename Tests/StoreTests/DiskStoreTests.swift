import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct DiskStoreTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    /// A script that prints the names of all blobs, and fails if the SHA-256 of a blob is not its name.
    static let verifiedBlobNames = """
        cd store/cas
        for blob in ??/*; do
            [ "$(sha256sum <"$blob" | cut -d' ' -f1)" = "${blob#??/}" ]
            case $blob in "$(basename "$blob" | cut -c1-2)"/*) ;; *) exit 1 ;; esac
            echo "$blob"
        done
        """

    @Test func `blobs are stored under Bazel's paths`() throws {
        for text in ["", "abc", "longer"] { try store.put(bytes(text)) }
        let listing = try folder.shell(Self.verifiedBlobNames)
        #expect(listing.split(separator: "\n").count == 3)
        #expect(listing.contains("ba/ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad\n"))
        #expect(store.path(of: digest("abc")) == folder / "store/cas/ba/\(digest("abc").hash)")
    }

    @Test func `a stored blob is found`() throws {
        let blobs = [[], bytes("abc"), SeededRandom.bytes(3_000_000)]
        for blob in blobs {
            #expect(try store.put(blob) == Digest(of: blob))
            #expect(try store.blob(Digest(of: blob)) == blob)
        }
        #expect(try store.missing(blobs.map { Digest(of: $0) }) == [])
    }

    @Test func `a blob that was not stored is missing`() throws {
        try store.put(bytes("abc"))
        #expect(try store.blob(digest("other")) == nil)
        #expect(try store.missing([digest("z"), digest("abc"), digest("a")]) == [digest("z"), digest("a")])
        #expect(try store.result(of: digest("action")) == nil)
    }

    @Test func `reading from a missing store creates no folders`() throws {
        #expect(try store.blob(digest("abc")) == nil)
        #expect(try store.missing([digest("abc")]) == [digest("abc")])
        #expect(try store.result(of: digest("abc")) == nil)
        try store.discard(digest("abc"))
        #expect(!folder.exists("store"))
    }

    @Test func `files are stored unchanged`() throws {
        try Data(SeededRandom.bytes(2_500_000)).write(to: URL(filePath: (folder / "big").string))
        try folder.write("", to: "empty")
        for name in ["big", "empty"] {
            let digest = try store.put(file: folder / name)
            let sum = try folder.shell("sha256sum <\(name) | cut -d' ' -f1; cmp \(name) \(store.path(of: digest))")
            #expect(sum == "\(digest.hash)\n")
            #expect(try store.put(file: folder / name) == digest)
        }
        #expect(throws: StoreError.file(.system(.open, path: (folder / "none").string, .noSuchFileOrDirectory))) {
            try store.put(file: folder / "none")
        }
        #expect(try folder.shell("find store/tmp -type f") == "")
    }

    @Test func `the error for a file without the expected digest contains its path`() async throws {
        try folder.write("new", to: "file")
        let path = folder / "file"
        let error = StoreError.changed(path: path.string, expected: digest("old"), found: digest("new"))
        await #expect(throws: error) { try await store.put(file: path, expecting: digest("old")) }
        try await store.put(file: path, expecting: digest("new"))
    }

    @Test func `a blob of the wrong length is missing until it is put again`() throws {
        let blob = SeededRandom.bytes(10_000)
        let digest = try store.put(blob)
        for damage in ["truncate -s 9999", "truncate -s 0", "truncate -s 10001"] {
            try folder.shell("chmod 644 \(store.path(of: digest)); \(damage) \(store.path(of: digest))")
            #expect(try store.blob(digest) == nil)
            #expect(try store.missing([digest]) == [digest])
            #expect(throws: StoreError.missing(digest)) {
                try store.materialize(digest, to: folder / "out", isExecutable: false)
            }
            #expect(!folder.exists("out"))
            try store.put(blob)
            #expect(try store.blob(digest) == blob)
        }
    }

    /// Commands that make something other than a file at the path of a blob or result.
    static let impostors = ["mkdir", "mkfifo", "ln -s ."]

    @Test(.timeLimit(.minutes(10)), arguments: impostors)
    func `a blob whose path is not a file counts as missing and is replaced`(make: String) throws {
        let digest = try store.put(bytes("abc"))
        let path = store.path(of: digest)
        let other =
            "\(make) \(path); if test -d \(path) -a ! -L \(path); then mkdir \(path)/in; touch \(path)/in/file; fi"
        for replace in [{ _ = try store.put(bytes("abc")) }, { try store.discard(digest) }] {
            try folder.shell("rm -rf \(path); \(other)")
            #expect(try store.blob(digest) == nil)
            #expect(try store.missing([digest]) == [digest])
            #expect(throws: StoreError.missing(digest)) {
                try store.materialize(digest, to: folder / "out", isExecutable: false)
            }
            try replace()
            try store.put(bytes("abc"))
            #expect(try store.blob(digest) == bytes("abc"))
        }
    }

    @Test(.timeLimit(.minutes(10)), arguments: impostors)
    func `a result whose path is not a file counts as missing and is replaced`(make: String) throws {
        let result = ActionResult(outputs: [:], log: digest("log"))
        let hex = digest("action").hash.hex
        let path = (folder / "store/ac/\(hex.prefix(2))/\(hex)").string
        try folder.shell("mkdir -p store/ac/\(hex.prefix(2))")
        for discards in [false, true] {
            try folder.shell("rm -rf \(path); \(make) \(path)")
            #expect(try store.result(of: digest("action")) == nil)
            if discards { try store.discardResult(of: digest("action")) }
            try store.put(result, for: digest("action"))
            #expect(try store.result(of: digest("action")) == result)
        }
    }

    private func flipABit(of digest: Digest) throws {
        let path = store.path(of: digest)
        try folder.shell("chmod 644 \(path); printf X | dd of=\(path) bs=1 seek=1 conv=notrunc status=none")
    }

    @Test func `a blob with a wrong byte is missing after it is read`() throws {
        let digest = try store.put(bytes("abc"))
        try flipABit(of: digest)
        #expect(try store.blob(digest) == nil)
        #expect(try store.missing([digest]) == [digest])
        try store.put(bytes("abc"))
        #expect(try store.blob(digest) == bytes("abc"))
    }

    @Test(arguments: [3, 3_000_000]) func `a blob with a wrong byte is not materialized`(count: Int) throws {
        let blob = SeededRandom.bytes(count)
        let digest = try store.put(blob)
        try flipABit(of: digest)
        #expect(throws: StoreError.missing(digest)) {
            try store.materialize(digest, to: folder / "out", isExecutable: false)
        }
        #expect(!folder.exists("out"))
        try store.put(blob)
        try store.materialize(digest, to: folder / "out", isExecutable: false)
        #expect(folder.read("out") == blob)
    }

    @Test func `a discarded blob is missing`() throws {
        let digest = try store.put(bytes("abc"))
        try store.discard(digest)
        #expect(try store.missing([digest]) == [digest])
        try store.discard(digest)
    }

    @Test func `results are stored under the digest of their action`() throws {
        let result = ActionResult(outputs: ["out": .file(digest("abc"), isExecutable: false)], log: digest("log"))
        try store.put(result, for: digest("action"))
        #expect(try store.result(of: digest("action")) == result)
        let hex = digest("action").hash.hex
        #expect(folder.read("store/ac/\(hex.prefix(2))/\(hex)") == result.encoded)
        let other = ActionResult(outputs: [:])
        try store.put(other, for: digest("action"))
        #expect(try store.result(of: digest("action")) == other)
        try store.discardResult(of: digest("action"))
        #expect(try store.result(of: digest("action")) == nil)
    }

    @Test func `a result that needs several reads is read completely`() throws {
        let names = (0..<2000).compactMap { RelativePath("folder/file\($0)") }
        let result = ActionResult(
            outputs: Dictionary(uniqueKeysWithValues: names.map { ($0, .file(digest("x"), isExecutable: false)) }))
        try store.put(result, for: digest("action"))
        #expect(try store.result(of: digest("action")) == result)
    }

    @Test func `a malformed result counts as missing`() throws {
        try store.put(ActionResult(outputs: ["l": .symlink(target: "t")]), for: digest("action"))
        let hex = digest("action").hash.hex
        try folder.shell("printf 'not a result' >store/ac/\(hex.prefix(2))/\(hex)")
        #expect(try store.result(of: digest("action")) == nil)
    }

    @Test func `a store removed during a run is recreated`() throws {
        try store.put(bytes("before"))
        try folder.shell("rm -r store")
        try store.put(bytes("after"))
        #expect(try store.blob(digest("before")) == nil)
        #expect(try store.blob(digest("after")) == bytes("after"))
    }

    @Test func `put throws an error if the store cannot be written`() throws {
        try folder.write("a file", to: "store")
        #expect(throws: StoreError.self) { try store.put(bytes("abc")) }
        let error = #expect(throws: StoreError.self) { try store.put(bytes("abc")) }
        #expect(error?.description == "cannot create the folder `\(folder / "store/tmp")`: not a directory")
    }
}
