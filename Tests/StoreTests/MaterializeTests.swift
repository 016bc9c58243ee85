import Actions
import Basics
import Foundation
import Machine
import Store
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct MaterializeTests {
    let folder: TestFolder
    let store: DiskStore

    init() throws {
        folder = try TestFolder()
        store = folder.store
    }

    @Test func `files are materialized unchanged`() throws {
        for count in [0, 1, 1 << 20, 2_500_000] {
            let blob = SeededRandom.bytes(count)
            try Data(blob).write(to: URL(filePath: (folder / "in").string))
            let digest = try store.put(file: folder / "in")
            try store.materialize(digest, to: folder / "out", isExecutable: count % 2 == 0)
            #expect(try folder.shell("cmp in out; stat -c %a out") == (count % 2 == 0 ? "755\n" : "644\n"))
            #expect(digest == Digest(of: blob))
        }
    }

    @Test func `materializing a missing blob leaves no file`() throws {
        #expect(throws: StoreError.missing(digest("none"))) {
            try store.materialize(digest("none"), to: folder / "out", isExecutable: false)
        }
        #expect(!folder.exists("out"))
    }

    @Test func `materializing replaces a link and does not write through it`() throws {
        try store.put(bytes("abc"))
        try folder.shell("printf victim >victim; ln -s victim out")
        try store.materialize(digest("abc"), to: folder / "out", isExecutable: false)
        #expect(folder.read("victim") == bytes("victim"))
        #expect(try folder.shell("test ! -L out; cat out") == "abc")
    }

    @Test func `putting a path that is not a file fails without blocking`() throws {
        try folder.shell("mkfifo fifo; mkdir folder")
        for name in ["fifo", "folder"] {
            let path = folder / name
            #expect(throws: StoreError.file(.notRegular(path: path.string))) { try store.put(file: path) }
        }
    }

    @Test func `writing to a materialized file does not change the store`() throws {
        try store.put(bytes("abc"))
        try store.materialize(digest("abc"), to: folder / "a", isExecutable: false)
        try store.materialize(digest("abc"), to: folder / "b", isExecutable: true)
        try folder.shell("printf xyz >>a; printf X | dd of=b conv=notrunc status=none")
        #expect(try store.blob(digest("abc")) == bytes("abc"))
        #expect(folder.read("b") == bytes("Xbc"))
    }

    @Test func `changing a file after it is put does not change the store`() throws {
        try folder.write("abc", to: "in")
        let digest = try store.put(file: folder / "in")
        try folder.shell("printf X | dd of=in conv=notrunc status=none")
        #expect(try store.blob(digest) == bytes("abc"))
    }

    @Test func `stored blobs are read-only`() throws {
        try store.put(bytes("abc"))
        #expect(try folder.shell("stat -c %A \(store.path(of: digest("abc")))").contains("w") == false)
    }

    @Test func `materializing over a folder throws an error and keeps the folder`() throws {
        try store.put(bytes("abc"))
        try folder.write("inside", to: "out/file")
        #expect(throws: StoreError.self) {
            try store.materialize(digest("abc"), to: folder / "out", isExecutable: false)
        }
        #expect(folder.exists("out/file"))
    }
}
