import Actions
import Basics
import Testing

@Suite struct ActionTests {
    private static func changed(_ change: (inout Action) -> Void) -> Action {
        var action = Samples.action
        change(&action)
        return action
    }

    private static func input(_ node: Node, at path: RelativePath) -> Action {
        changed { $0.inputRoot = $0.inputRoot.inserting(node, at: path) }
    }

    /// Changed copies of the sample action, each with the lines that describe the change.
    static let changes: [(words: [String], action: Action)] = [
        (["an argument was added: `-g`"], changed { $0.command.arguments.insert("-g", at: 2) }),
        (["an argument was removed: `build.sh`"], changed { $0.command.arguments.remove(at: 1) }),
        (
            ["an argument was removed: `-O2`", "an argument was added: `-O3`"],
            changed { $0.command.arguments[2] = "-O3" }
        ),
        (
            ["environment variable `CC` changed: was `clang`, is `gcc`"],
            changed { $0.command.environment["CC"] = "gcc" }
        ),
        (["environment variable `CC` was removed: was `clang`"], changed { $0.command.environment["CC"] = nil }),
        (["environment variable `A` was added: is `a\\nb`"], changed { $0.command.environment["A"] = "a\nb" }),
        (["an output was added: `more`"], changed { $0.command.outputPaths.append("more") }),
        (["an output was removed: `prefix`"], changed { $0.command.outputPaths.removeFirst() }),
        (
            ["platform property `OSFamily` changed: was `linux`, is `macos`"],
            changed { $0.platform["OSFamily"] = "macos" }
        ),
        (["platform property `toolchain` was added: is `abc`"], changed { $0.platform["toolchain"] = "abc" }),
        (["the timeout changed: none, now 60 s"], changed { $0.timeout = 60 }),
        (["an input changed: `source/configure.ac`"], input(Samples.file("AC_INIT([x])\n"), at: "source/configure.ac")),
        (["an input changed: `build.sh`"], input(Samples.file("make\n"), at: "build.sh")),
        (["an input changed: `source/include/link.h`"], input(.symlink(target: "x.h"), at: "source/include/link.h")),
        (["an input was added: `source/new.c`"], input(Samples.file("new"), at: "source/new.c")),
        (["an input was added: `sysroot`"], input(.unloaded(Samples.digest("sdk")), at: "sysroot")),
        (["an input was added: `other`"], input(Samples.file("1"), at: "other/folder/a")),
        (["an input changed: `source`"], input(.unloaded(Samples.digest("sdk")), at: "source")),
        (["an input changed: `source`"], input(Samples.file("now a file"), at: "source")),
        (["an input was added: `empty/x`"], input(Samples.file("x"), at: "empty/x")),
    ]

    @Test(arguments: changes) func `each change of an action changes its key and is described`(
        words: [String], action: Action
    ) {
        #expect(action.digest != Samples.action.digest)
        let changes = action.explanation.difference(from: Samples.action.explanation)
        #expect(changes.map(\.description) == words)
        #expect(!Samples.action.explanation.difference(from: action.explanation).isEmpty)
    }

    /// Differences that must not change a key.
    static let same: [(row: String, action: Action)] = [
        ("the order of outputs", changed { $0.command.outputPaths.reverse() }),
        ("an output named twice", changed { $0.command.outputPaths.append("prefix") }),
        (
            "which folders are loaded",
            changed { action in
                guard case .directory(let source) = action.inputRoot["source"] else { return }
                action.inputRoot = action.inputRoot.inserting(.unloaded(source.digest), at: "source")
            }
        ),
    ]

    @Test(arguments: same) func `differences that do not affect the result keep the key`(row: String, action: Action) {
        #expect(action.digest == Samples.action.digest)
        #expect(action.explanation.difference(from: Samples.action.explanation) == [])
        #expect(Samples.action.explanation.difference(from: action.explanation) == [])
    }

    @Test func `the key stays the same across releases`() {
        // The digest was computed with protoc and sha256sum. Another key would invalidate the results in all stores.
        let action = Action(
            command: Command(arguments: ["true"], environment: ["A": "1"], outputPaths: ["out"]),
            inputRoot: Directory(["in": Samples.file("abc")]), platform: ["OSFamily": "linux"])
        #expect(
            action.digest.description == "eca34fb6b3c90ea71783201d2999c72aa68c6a6296c61843dc445452a9d4c5f8/161")
    }

    @Test func `the listing names every part of the action`() {
        let action = Action(
            command: Command(arguments: ["sh", "a\tb"], environment: ["B": "2", "A": "1"], outputPaths: ["out"]),
            inputRoot: Directory(files: [
                "f/x": Samples.file("abc", isExecutable: true), "l": .symlink(target: "f/x"),
                "u": .unloaded(Samples.digest("abc")),
            ]), platform: ["OSFamily": "linux"], timeout: 5)
        let abc = Samples.digest("abc")
        #expect(
            action.explanation.description == """
                argument     sh
                argument     a\\tb
                environment  A=1
                environment  B=2
                output       out
                platform     OSFamily=linux
                timeout      5
                input        f/
                input        f/x* \(abc)
                input        l -> f/x
                input        u/ \(abc)

                """)
    }

    @Test func `a decoded action equals the encoded one`() throws {
        let (bytes, command) = Samples.action.encoded()
        let action = try Action(action: bytes, command: command, root: Samples.action.root)
        #expect(action.digest == Samples.action.digest)
        #expect(action.command.environment == Samples.action.command.environment)
        #expect(action.platform == Samples.action.platform)
        #expect(action.timeout == nil)
        let references = try Action.references(in: bytes)
        #expect(references.command == Digest(of: command))
        #expect(references.inputRoot == Directory(["xbuild": .directory(Samples.tree)]).digest)
    }

    /// The expected digest was computed with printf and sha256sum.
    @Test func `a toolchain's properties are sent as one property`() throws {
        let action = Self.changed { $0.platform.merge(["tool.cc": "a/1", "file./usr/x": "b c"]) { $1 } }
        let listing = try #require(action.listing)
        #expect(String(decoding: listing, as: UTF8.self) == "file./usr/x\tb c\ntool.cc\ta/1\n")
        let (bytes, command) = action.encoded()
        let digest = "8011fbfb8eddf82400fda28670d051508395df69a20e0bd1a281164d56cd56e6/28"
        #expect(try Action.references(in: bytes).listing?.description == digest)
        let found = try Action(action: bytes, command: command, root: action.root, listing: listing)
        #expect(found.platform == action.platform && found.digest == action.digest)
        let other = Array("tool.cc\ta/2\n".utf8)
        #expect(throws: ProtocolError.self) {
            try Action(action: bytes, command: command, root: action.root, listing: other)
        }
        #expect(throws: ProtocolError.self) { try Action(action: bytes, command: command, root: action.root) }
    }

    @Test func `parts of another action are refused`() {
        let (bytes, command) = Samples.action.encoded()
        let other = Self.changed { $0.command.arguments = ["false"] }.encoded().command
        #expect(throws: ProtocolError.wrongDigest(expected: Digest(of: command), found: Digest(of: other))) {
            try Action(action: bytes, command: other, root: Samples.action.root)
        }
        #expect(throws: ProtocolError.wrongDigest(expected: Samples.action.root.digest, found: Directory().digest)) {
            try Action(action: bytes, command: command, root: Directory())
        }
    }

    @Test func `an action with unknown fields is refused`() {
        // do_not_cache = 7
        let (bytes, command) = Samples.action.encoded()
        #expect(throws: ProtocolError.notCanonical) {
            try Action(action: bytes + [0x38, 1], command: command, root: Samples.action.root)
        }
    }
}
