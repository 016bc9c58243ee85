import Actions
import Basics
import Testing

@Suite struct ActionResultTests {
    static let result = ActionResult(
        outputs: [
            "bin/tool": .file(Samples.digest("tool"), isExecutable: true),
            "prefix": .directory(tree: Samples.digest("tree"), root: Samples.digest("root")),
            "latest": .symlink(target: "prefix"),
        ],
        exitCode: 0, log: Samples.digest("log"),
        metadata: ActionResult.Metadata(worker: "here", started: 1_763_712_000.125, finished: 1_763_712_003.5))

    static let results: [(row: String, result: ActionResult)] = [
        ("all fields", result),
        ("no outputs", ActionResult(outputs: [:])),
        ("a negative exit code", ActionResult(outputs: [:], exitCode: -9)),
        ("a time before 1970", ActionResult(outputs: [:], metadata: .init(started: -1.25))),
        ("microseconds", ActionResult(outputs: [:], metadata: .init(started: 1_763_712_000.123456))),
    ]

    @Test(arguments: results) func `a decoded result equals the encoded one`(row: String, result: ActionResult) throws {
        #expect(try ActionResult(encoded: result.encoded) == result)
    }

    static let oddTimes: [Double] = [.nan, .infinity, -.infinity, 1e300, -1e300]

    @Test(arguments: oddTimes) func `a time that no timestamp can represent is decoded as 0`(time: Double) throws {
        let result = ActionResult(outputs: [:], metadata: .init(worker: "w", started: time))
        #expect(try ActionResult(encoded: result.encoded).metadata.started == 0)
    }

    @Test func `a result lists all its blobs`() {
        #expect(Set(Self.result.blobs) == Set(["tool", "tree", "root", "log"].map(Samples.digest)))
        #expect(Self.result.blobs.count == 4)
    }

    @Test func `an output becomes a node with the output's digest`() {
        #expect(Self.result.outputs["prefix"]?.node == .unloaded(Samples.digest("root")))
        #expect(Self.result.outputs["latest"]?.node == .symlink(target: "prefix"))
        #expect(Self.result.outputs["bin/tool"]?.node == Samples.file("tool", isExecutable: true))
    }

    static let link = Message.field(1, "l") + Message.field(2, "t")

    @Test(arguments: [10, 11, 12] as [UInt64])
    func `symlinks are read from the current and the deprecated fields`(number: UInt64) throws {
        let result = try ActionResult(encoded: Message.field(number, Self.link))
        #expect(result.outputs == ["l": .symlink(target: "t")])
    }

    static let digest = Message.digest(hash: WireFormatTests.hex, size: 3)

    static let tooLarge = Message.digest(hash: WireFormatTests.hex, size: 1_125_899_906_842_625)
    static let huge = Message.digest(hash: WireFormatTests.hex, size: .max)

    static let hostile: [(row: String, bytes: [UInt8], error: ProtocolError)] = [
        ("a truncated message", [0x12, 9], .undecodable(message: "ActionResult")),
        (
            "a path that leaves the root", Message.field(2, Message.field(1, "../x") + Message.field(2, digest)),
            .badPath("../x")
        ),
        (
            "an absolute path", Message.field(2, Message.field(1, "/etc/passwd") + Message.field(2, digest)),
            .badPath("/etc/passwd")
        ),
        (
            "a folder without a root digest", Message.field(3, Message.field(1, "d") + Message.field(3, digest)),
            .badDigest(hash: "", size: 0)
        ),
        (
            "a file size above the limit", Message.field(2, Message.field(1, "f") + Message.field(2, huge)),
            .badDigest(hash: WireFormatTests.hex, size: .max)
        ),
        (
            "a tree size one byte above the limit",
            Message.field(3, Message.field(1, "d") + Message.field(3, tooLarge) + Message.field(5, digest)),
            .badDigest(hash: WireFormatTests.hex, size: 1_125_899_906_842_625)
        ),
        ("a log size above the limit", Message.field(6, huge), .badDigest(hash: WireFormatTests.hex, size: .max)),
        ("the same path twice", Message.field(12, link) + Message.field(10, link), .unsorted(name: "l")),
        ("a link without a target", Message.field(12, Message.field(1, "l")), .badLinkTarget(name: "l")),
        (
            "nanoseconds of a full second",
            Message.field(9, Message.field(7, Message.field(2, 1_000_000_000))),
            .badNumber(field: "execution_start_timestamp")
        ),
        (
            "a year after 9999", Message.field(9, Message.field(8, Message.field(1, Int.max))),
            .badNumber(field: "execution_completed_timestamp")
        ),
    ]

    @Test(arguments: hostile) func `malformed results are refused`(row: String, bytes: [UInt8], error: ProtocolError) {
        #expect(throws: error) { try ActionResult(encoded: bytes) }
    }
}
