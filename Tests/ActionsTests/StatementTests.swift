import Actions
import Basics
import TestSupport
import Testing

/// The bytes of a result that a signature covers.
@Suite(.tags(.process)) struct StatementTests {
    private static let action = Samples.digest("action")
    private static let signature = ResultSignature(
        key: Samples.digest("key").hash, bytes: Array(repeating: 7, count: 64))
    private static let result = ActionResult(
        outputs: [
            "bin/tool": .file(Samples.digest("tool"), isExecutable: true),
            "latest": .symlink(target: "prefix"),
            "log": .file(Samples.digest("abc"), isExecutable: false),
            "prefix": .directory(tree: Samples.digest("tree"), root: Samples.digest("root")),
        ],
        exitCode: 0, log: Samples.digest("words"),
        metadata: ActionResult.Metadata(worker: "local-sandbox", started: 1, finished: 2))

    // MARK: The layout

    private static func hex(_ text: String) -> String { Samples.digest(text).hash.hex + size(text.utf8.count) }

    private static func size(_ count: Int) -> String { String(repeating: "0", count: 14) + two(count) }

    private static func two(_ number: Int) -> String { (number < 16 ? "0" : "") + String(number, radix: 16) }

    private static func word(_ text: String) -> String {
        "000000" + two(text.utf8.count) + text.utf8.map { two(Int($0)) }.joined()
    }

    /// The layout that docs/store.md describes, written by hand.
    @Test func `the statement has the documented bytes`() {
        let parts = [
            "78627569 6c642072 6573756c 74207631 00", Self.hex("action"), Self.word("local-sandbox"), "00000000",
            "01", Self.hex("words"), "00000004",
            Self.word("bin/tool"), "01", Self.hex("tool"), "01",
            Self.word("latest"), "02", Self.word("prefix"),
            Self.word("log"), "01", Self.hex("abc"), "00",
            Self.word("prefix"), "03", Self.hex("tree"), Self.hex("root"),
        ]
        let bytes = Self.result.statement(for: Self.action)
        #expect(bytes.map { Self.two(Int($0)) }.joined() == parts.joined().filter { $0 != " " })
    }

    @Test func `a result without outputs and log has a short statement`() {
        var result = ActionResult(outputs: [:], exitCode: -1)
        let bytes = result.statement(for: Self.action).dropFirst(17 + 40)
        #expect(Array(bytes) == [0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 0])
        // Servers drop the digest of an empty log.
        result.log = Digest(of: [])
        #expect(Array(result.statement(for: Self.action).dropFirst(17 + 40)) == Array(bytes))
    }

    /// Changes of a result that a user of it could notice.
    private static let changes: [(String, @Sendable (inout ActionResult) -> Void)] = [
        ("contents", { $0.outputs["log"] = .file(Samples.digest("abd"), isExecutable: false) }),
        ("mode", { $0.outputs["log"] = .file(Samples.digest("abc"), isExecutable: true) }),
        ("target", { $0.outputs["latest"] = .symlink(target: "other") }),
        ("tree", { $0.outputs["prefix"] = .directory(tree: Samples.digest("x"), root: Samples.digest("root")) }),
        ("root", { $0.outputs["prefix"] = .directory(tree: Samples.digest("tree"), root: Samples.digest("x")) }),
        (
            "swapped digests",
            { $0.outputs["prefix"] = .directory(tree: Samples.digest("root"), root: Samples.digest("tree")) }
        ),
        ("kind", { $0.outputs["latest"] = .file(Samples.digest("prefix"), isExecutable: false) }),
        ("fewer outputs", { $0.outputs["log"] = nil }),
        ("more outputs", { $0.outputs["more"] = .symlink(target: "prefix") }),
        ("path", { $0.outputs["lob"] = $0.outputs.removeValue(forKey: "log") }),
        ("exit code", { $0.exitCode = 1 }),
        ("log", { $0.log = Samples.digest("other") }),
        ("no log", { $0.log = nil }),
        ("worker", { $0.metadata.worker = "local-unsandboxed" }),
        ("no worker", { $0.metadata.worker = "" }),
    ]

    @Test(arguments: changes.map(\.0))
    func `a change of the result changes the statement`(_ name: String) throws {
        var result = Self.result
        try #require(Self.changes.first { $0.0 == name }).1(&result)
        #expect(result.statement(for: Self.action) != Self.result.statement(for: Self.action))
    }

    @Test func `the statement names the action, and not the times and the origin`() {
        #expect(Self.result.statement(for: Self.action) != Self.result.statement(for: Samples.digest("other")))
        var result = Self.result
        (result.metadata.started, result.metadata.finished, result.origin) = (5, 6, .here)
        #expect(result.statement(for: Self.action) == Self.result.statement(for: Self.action))
    }

    // MARK: On the wire

    private static let sent = result.encoded(for: action, signature: signature)

    @Test func `a received result has the statement and the signature of the sent one`() throws {
        let claim = try #require(try ReceivedResult(encoded: Self.sent).claim)
        #expect(claim.statement(for: Self.action) == Self.result.statement(for: Self.action))
        #expect(claim.signature == Self.signature)
        #expect(ActionResult.binding(in: Self.sent, to: Self.action) == .same)
    }

    @Test(.enabled(if: Protoc.isThere)) func `other protobuf readers find the signature`() throws {
        let text = try Protoc.decode("ActionResult", Self.sent)
        #expect(text.contains("type_url: \"type.xbuild/ResultSignature\""), "\(text)")
        let raw = try Protoc.decodeRaw(Self.sent)
        #expect(raw.contains("11 {"), "\(raw)")
    }

    /// A server may decode a result and encode it again, in an order of its own and with more metadata.
    @Test(.enabled(if: Protoc.isThere)) func `a result that a server encoded anew keeps its statement`() throws {
        let text = try Protoc.decode("ActionResult", Self.sent)
        let again = try Protoc.encode(
            "ActionResult",
            text.replacing(
                "execution_metadata {",
                with: "execution_metadata { auxiliary_metadata { type_url: \"a/b\" value: \"c\" }"))
        #expect(again != Self.sent)
        // Repeated fields may arrive in any order.
        let links = ActionResult(outputs: ["b": .symlink(target: "x"), "a": .symlink(target: "y")])
        let reversed = try Protoc.encode(
            "ActionResult",
            "output_symlinks { path: \"b\" target: \"x\" } output_file_symlinks { path: \"a\" target: \"y\" }")
        let claim = try #require(try ReceivedResult(encoded: again).claim)
        #expect(claim.statement(for: Self.action) == Self.result.statement(for: Self.action))
        #expect(claim.signature == Self.signature)
        #expect(
            try ReceivedResult(encoded: reversed).claim?.statement(for: Self.action)
                == links.statement(for: Self.action))
    }

    /// The bytes of a log in the message have precedence over its digest.
    @Test func `the statement covers the log that is used`() throws {
        let forged = Self.sent + Message.field(5, "forged")
        let claim = try #require(try ReceivedResult(encoded: forged).claim)
        #expect(claim.log == Samples.digest("forged"))
        #expect(claim.statement(for: Self.action) != Self.result.statement(for: Self.action))
        let inline = Self.sent + Message.field(5, "words")
        #expect(
            try ReceivedResult(encoded: inline).claim?.statement(for: Self.action)
                == Self.result.statement(for: Self.action))
    }

    @Test func `a folder without its root's digest has no claim`() throws {
        let tree = Message.digest(hash: Samples.digest("tree").hash.hex, size: 4)
        let folder = Message.field(3, Message.field(1, "prefix") + Message.field(3, tree))
        #expect(try ReceivedResult(encoded: folder).claim == nil)
    }

    @Test(arguments: [[], Message.field(1, "short"), [0xFF], Message.field(1, String(repeating: "k", count: 33))])
    func `a malformed signature is none`(_ value: [UInt8]) throws {
        let element = Message.field(1, "type.xbuild/ResultSignature") + Message.field(2, value)
        let bytes = ActionResult(outputs: [:]).encoded + Message.field(9, Message.field(11, element))
        #expect(try ReceivedResult(encoded: bytes).claim?.signature == nil)
    }

    // MARK: The origin

    @Test(arguments: [.here, .elsewhere(nil), .elsewhere(signature)] as [ActionResult.Origin])
    func `the store's folder keeps the origin`(_ origin: ActionResult.Origin) throws {
        var result = Self.result
        result.origin = origin
        #expect(try ActionResult(encoded: result.encoded) == result)
        // Servers do not get it.
        let sent = try ActionResult(encoded: result.encoded(for: Self.action))
        #expect(sent.origin == .elsewhere(result.signature))
    }

    @Test func `a server cannot claim that this machine made a result`() throws {
        var result = Self.result
        result.origin = .here
        let claim = try #require(try ReceivedResult(encoded: result.encoded).claim)
        #expect(claim.origin == .elsewhere(nil))
    }
}
