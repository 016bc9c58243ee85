import Actions
import Basics
import TestSupport
import Testing

/// Compares xbuild's encoding with bytes written by hand and with protoc's encoding.
@Suite(.tags(.process)) struct WireFormatTests {
    static let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

    @Test func `a folder has the bytes that the format specifies`() {
        // files = 1 { name = 1, digest = 2 { hash = 1, size_bytes = 2 }, is_executable = 4 }
        let digest: [UInt8] = [0x0A, 64] + Array(Self.hex.utf8) + [0x10, 3]
        let file: [UInt8] = [0x0A, 1] + Array("x".utf8) + [0x12, UInt8(digest.count)] + digest + [0x20, 1]
        // symlinks = 3 { name = 1, target = 2 }
        let link: [UInt8] = [0x0A, 1] + Array("l".utf8) + [0x12, 1] + Array("x".utf8)
        let directory = Directory(["x": Samples.file("abc", isExecutable: true), "l": .symlink(target: "x")])
        #expect(directory.encoded == [0x0A, UInt8(file.count)] + file + [0x1A, UInt8(link.count)] + link)
    }

    @Test(.enabled(if: Protoc.isThere)) func `protoc writes the same folder`() throws {
        let empty = Digest(of: []).hash.hex
        let directory = Directory([
            "zz": Samples.file("abc"), "a": Samples.file("abc", isExecutable: true),
            "sub": .directory(Directory()), "link": .symlink(target: "../x"),
        ])
        let text = """
            files { name: "a" digest { hash: "\(Self.hex)" size_bytes: 3 } is_executable: true }
            files { name: "zz" digest { hash: "\(Self.hex)" size_bytes: 3 } }
            directories { name: "sub" digest { hash: "\(empty)" } }
            symlinks { name: "link" target: "../x" }
            """
        #expect(try Protoc.encode("Directory", text) == directory.encoded)
    }

    @Test(.enabled(if: Protoc.isThere), arguments: [50, 51, 52, 127, 128, 300, 17_000])
    func `protoc writes the same folder with a long name`(length: Int) throws {
        let name = String(repeating: "n", count: length)
        let directory = Directory([name: .symlink(target: name), name + "f": Samples.file("abc")])
        let text = """
            files { name: "\(name)f" digest { hash: "\(Self.hex)" size_bytes: 3 } }
            symlinks { name: "\(name)" target: "\(name)" }
            """
        #expect(try Protoc.encode("Directory", text) == directory.encoded)
    }

    @Test(.enabled(if: Protoc.isThere), arguments: [0, 1, 127, 128, 1 << 31, Int.max])
    func `protoc writes the same folder with a file of any size`(size: Int) throws {
        let hash = try #require(SHA256Value(hex: Self.hex))
        let directory = Directory(["x": .file(Digest(hash: hash, size: size), isExecutable: false)])
        let text = #"files { name: "x" digest { hash: "\#(Self.hex)" size_bytes: \#(size) } }"#
        #expect(try Protoc.encode("Directory", text) == directory.encoded)
    }

    @Test(.enabled(if: Protoc.isThere)) func `protoc writes the same action`() throws {
        var action = Samples.action
        action.timeout = 90
        let (bytes, command) = action.encoded()
        let commandText = """
            arguments: "sh" arguments: "build.sh" arguments: "-O2"
            environment_variables { name: "CC" value: "clang" }
            environment_variables { name: "LC_ALL" value: "C" }
            environment_variables { name: "PATH" value: "/usr/bin" }
            platform { properties { name: "ISA" value: "x86-64" } properties { name: "OSFamily" value: "linux" } }
            output_paths: "config.log" output_paths: "prefix" working_directory: "xbuild"
            output_directory_format: TREE_AND_DIRECTORY
            """
        #expect(try Protoc.encode("Command", commandText) == command)
        let commandDigest = Digest(of: command)
        let inputs = action.inputRoot.digest
        let folder = "directories { name: \"xbuild\" digest { hash: \"\(inputs.hash)\" size_bytes: \(inputs.size) } }"
        let root = Digest(of: try Protoc.encode("Directory", folder))
        let text = """
            command_digest { hash: "\(commandDigest.hash)" size_bytes: \(commandDigest.size) }
            input_root_digest { hash: "\(root.hash)" size_bytes: \(root.size) }
            timeout { seconds: 90 }
            platform { properties { name: "ISA" value: "x86-64" } properties { name: "OSFamily" value: "linux" } }
            """
        #expect(try Protoc.encode("Action", text) == bytes)
        #expect(action.digest == Digest(of: bytes))
    }

    @Test(.enabled(if: Protoc.isThere)) func `protoc writes the same result`() throws {
        let (tree, root) = (Samples.digest("tree"), Samples.digest("root"))
        let result = ActionResult(
            outputs: [
                "log": .file(Samples.digest("abc"), isExecutable: false),
                "bin/tool": .file(Samples.digest("abc"), isExecutable: true),
                "prefix": .directory(tree: tree, root: root), "latest": .symlink(target: "prefix"),
            ],
            exitCode: 3, log: Samples.digest("abc"),
            metadata: ActionResult.Metadata(worker: "host", started: 1_700_000_000.25, finished: 1_700_000_001))
        let text = """
            output_files { path: "bin/tool" digest { hash: "\(Self.hex)" size_bytes: 3 } is_executable: true }
            output_files { path: "log" digest { hash: "\(Self.hex)" size_bytes: 3 } }
            output_directories {
              path: "prefix" tree_digest { hash: "\(tree.hash)" size_bytes: 4 } is_topologically_sorted: true
              root_directory_digest { hash: "\(root.hash)" size_bytes: 4 }
            }
            exit_code: 3
            stdout_digest { hash: "\(Self.hex)" size_bytes: 3 }
            execution_metadata {
              worker: "host"
              execution_start_timestamp { seconds: 1700000000 nanos: 250000000 }
              execution_completed_timestamp { seconds: 1700000001 }
            }
            output_symlinks { path: "latest" target: "prefix" }
            """
        #expect(try Protoc.encode("ActionResult", text) == result.encoded)
    }

    /// Lines that protoc prints for the bytes without a `.proto` file, with field numbers of the public protocol.
    static let numbers: [(row: String, bytes: [UInt8], lines: [String])] = [
        (
            "command", Samples.action.encoded().command,
            ["1: \"sh\"", "2 {", "5 {", "7: \"config.log\"", "9: 2", "    1: \"ISA\"", "  2: \"clang\""]
        ),
        ("action", Samples.action.encoded().action, ["1 {", "2 {", "10 {", "  1 {", "    2: \"x86-64\""]),
        (
            "result",
            ActionResult(
                outputs: ["d": .directory(tree: Digest(of: []), root: Digest(of: [])), "l": .symlink(target: "t")],
                exitCode: 1, log: Digest(of: []), metadata: .init(worker: "w", started: 5, finished: 6)
            ).encoded,
            [
                "3 {", "  3 {", "  4: 1", "  5 {", "4: 1", "6 {", "9 {", "  1: \"w\"", "  7 {", "  8 {", "    1: 5",
                "12 {", "  2: \"t\"",
            ]
        ),
    ]

    @Test(.enabled(if: Protoc.isThere), arguments: numbers)
    func `field numbers match the public protocol`(row: String, bytes: [UInt8], lines: [String]) throws {
        let found = try Protoc.decodeRaw(bytes).split(separator: "\n").map(String.init)
        for line in lines { #expect(found.contains(line), "\(row): \(line) in \(found)") }
    }
}
