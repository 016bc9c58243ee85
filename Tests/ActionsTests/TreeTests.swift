import Actions
import Basics
import TestSupport
import Testing

/// Reading `Tree` and `Directory` messages from untrusted writers.
@Suite(.tags(.process)) struct TreeTests {
    @Test func `a decoded tree equals the encoded one`() throws {
        let tree = try Directory(treeMessage: Samples.tree.treeMessage())
        #expect(tree.digest == Samples.tree.digest)
        #expect(tree["source/include/link.h"] == .symlink(target: "api.h"))
        #expect(tree["build.sh"] == Samples.file("make\n", isExecutable: true))
        #expect(try tree.treeMessage() == Samples.tree.treeMessage())
    }

    @Test func `a decoded folder equals the encoded one`() throws {
        let folder = try Directory(encoded: Samples.tree.encoded)
        #expect(folder == Samples.tree)
        #expect(folder["source"].map { if case .unloaded = $0 { true } else { false } } == true)
    }

    @Test(.enabled(if: Protoc.isThere)) func `a tree lists each folder once, the root first`() throws {
        let shared = Directory(["s": Samples.file("s")])
        let root = Directory(["a": .directory(shared), "b": .directory(shared)])
        let text = try Protoc.decode("Tree", root.treeMessage())
        #expect(text.hasPrefix("root {"))
        #expect(text.split(separator: "\n").count { $0 == "children {" } == 1)
        #expect(try Protoc.encode("Tree", text) == root.treeMessage())
    }

    @Test func `a tree whose children are in another order is read`() throws {
        let folders = Samples.tree.allDirectories
        let message = Message.tree(root: Samples.tree.encoded, children: folders.dropFirst().reversed().map(\.encoded))
        #expect(try Directory(treeMessage: message)["source/include/api.h"] != nil)
    }

    @Test func `a folder with an unloaded subfolder cannot become a tree message`() {
        let digest = Samples.digest("some folder")
        #expect(throws: ProtocolError.missingChild(digest)) {
            try Directory(["f": .unloaded(digest)]).treeMessage()
        }
    }

    static let digest: [UInt8] = Message.digest(hash: Digest(of: []).hash.hex, size: 0)

    static let hostile: [(row: String, bytes: [UInt8], error: ProtocolError)] = [
        ("not a message", [0xFF, 0xFF], .undecodable(message: "Directory")),
        ("a name that is not UTF-8", Message.field(1, Message.field(1, [0xC3])), .undecodable(message: "Directory")),
        ("a name with a slash", Message.file("a/b", digest), .badName("a/b")),
        ("the name `..`", Message.file("..", digest), .badName("..")),
        ("the name `.`", Message.file(".", digest), .badName(".")),
        ("an empty name", Message.file("", digest), .badName("")),
        ("a name with a NUL", Message.file("a\0b", digest), .badName("a\0b")),
        ("a file without a digest", Message.file("a", []), .badDigest(hash: "", size: 0)),
        (
            "a short hash", Message.file("a", Message.digest(hash: "abc", size: 1)),
            .badDigest(hash: "abc", size: 1)
        ),
        (
            "an upper-case hash",
            Message.file("a", Message.digest(hash: String(repeating: "A", count: 64), size: 1)),
            .badDigest(hash: String(repeating: "A", count: 64), size: 1)
        ),
        (
            "a negative size", Message.file("a", Message.digest(hash: WireFormatTests.hex, size: -1)),
            .badDigest(hash: WireFormatTests.hex, size: -1)
        ),
        ("the same name twice", Message.file("a", digest) + Message.file("a", digest), .unsorted(name: "a")),
        ("a file and a folder `a`", Message.file("a", digest) + Message.folder("a", digest), .unsorted(name: "a")),
        ("names out of order", Message.file("b", digest) + Message.file("a", digest), .notCanonical),
        ("a link without a target", Message.link("l", ""), .badLinkTarget(name: "l")),
        ("a link with a NUL", Message.link("l", "a\0"), .badLinkTarget(name: "l")),
        ("an unknown field", Message.file("a", digest) + Message.field(5, []), .notCanonical),
    ]

    @Test(arguments: hostile) func `malformed folders are refused`(row: String, bytes: [UInt8], error: ProtocolError) {
        #expect(throws: error) { try Directory(encoded: bytes) }
    }

    @Test(arguments: hostile.dropFirst(2)) func `malformed folders in trees are refused`(
        row: String, bytes: [UInt8], error: ProtocolError
    ) {
        #expect(throws: error) { try Directory(treeMessage: Message.tree(root: [], children: [bytes])) }
        #expect(throws: error) { try Directory(treeMessage: Message.tree(root: bytes, children: [])) }
    }

    @Test func `a tree with a missing child is refused`() throws {
        let child = Directory(["a": Samples.file("a")])
        let root = Directory(["f": .directory(child)])
        #expect(throws: ProtocolError.missingChild(child.digest)) {
            try Directory(treeMessage: Message.tree(root: root.encoded, children: [Samples.tree.encoded]))
        }
    }

    @Test func `a tree without a root is refused`() {
        #expect(throws: ProtocolError.undecodable(message: "Tree")) { try Directory(treeMessage: []) }
    }

    private static func nested(_ depth: Int) -> Directory {
        (1..<depth).reduce(Directory()) { folder, _ in Directory(["f": .directory(folder)]) }
    }

    @Test func `a tree deeper than the limit is refused`() throws {
        let deepest = Self.nested(Directory.maximumDepth)
        #expect(try Directory(treeMessage: deepest.treeMessage()).digest == deepest.digest)
        let deeper = try Self.nested(Directory.maximumDepth + 1).treeMessage()
        #expect(throws: ProtocolError.tooDeep) { try Directory(treeMessage: deeper) }
        let fathomless = try Self.nested(2000).treeMessage()
        #expect(throws: ProtocolError.tooDeep) { try Directory(treeMessage: fathomless) }
    }

    @Test func `a folder that occurs again at a greater depth counts at that depth`() throws {
        let tall = Self.nested(200)
        let low = (0..<100).reduce(tall) { folder, _ in Directory(["f": .directory(folder)]) }
        let root = Directory(["a": .directory(tall), "b": .directory(low)])
        #expect(throws: ProtocolError.tooDeep) { try Directory(treeMessage: root.treeMessage()) }
    }

    @Test func `a small message that expands to a huge tree is refused`() throws {
        // Each level contains the next one twice: 40 small folders expand to 2 to the power of 40 files.
        let bomb = (0..<40).reduce(Directory(["x": Samples.file("x")])) { folder, _ in
            Directory(["a": .directory(folder), "b": .directory(folder)])
        }
        #expect(throws: ProtocolError.tooLarge) { try Directory(treeMessage: bomb.treeMessage()) }
    }

    @Test func `every truncated tree is refused`() throws {
        let message = try Samples.tree.treeMessage()
        for count in 0..<message.count {
            let tree = try? Directory(treeMessage: Array(message.prefix(count)))
            #expect(tree == nil, "the first \(count) bytes")
        }
    }

    @Test func `a mutated tree is refused or decodes to a canonical tree`() throws {
        let message = try Samples.tree.treeMessage()
        var random = SeededRandom(seed: 7)
        var read = 0
        for _ in 0..<3000 {
            var bytes = message
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            guard let tree = try? Directory(treeMessage: bytes) else { continue }
            read += 1
            #expect(try Directory(treeMessage: tree.treeMessage()).digest == tree.digest)
        }
        #expect(read < 3000)
    }
}
