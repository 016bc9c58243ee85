import Actions
import Basics
import Foundation
import Store
import SystemPackage
import TestSupport
import Testing

@testable import xbuild

/// Delivers another tree after a user changed the delivered folder.
@Suite(.tags(.process)) struct DistChangesTests {
    private let temporary: TemporaryFolder
    private let output: String
    private let store: DiskStore

    init() throws {
        temporary = try TemporaryFolder()
        output = temporary.path("dist")
        store = DiskStore(at: FilePath(temporary.path("store")))
        try FileManager.default.createDirectory(atPath: output, withIntermediateDirectories: true)
    }

    private func deliver(_ text: String, _ kind: DistRecord.Kind = .library, force: Bool = false) async throws {
        let file = try store.put(Array(text.utf8))
        let below = Directory(["c": .file(file, isExecutable: false), "link": .symlink(target: "c")])
        let directory = Directory([
            "a": .file(file, isExecutable: false), "b": .file(file, isExecutable: true), "below": .directory(below),
        ])
        let tree = try store.put(Directory(["a-1": .directory(directory)]).treeMessage())
        var folder = DistFolder(path: output, name: "a-1", kind: kind, store: store)
        folder.replacesChanged = force
        #expect(try await folder.deliver(tree: tree))
    }

    /// Runs a shell script in the delivered folder.
    private func change(_ script: String) async throws {
        let result = try await TestProgram.run(
            "sh", ["-ec", script], in: URL(filePath: "\(output)/a-1"), environment: ["PATH": "/usr/bin:/bin"])
        try #require(result.status == 0, "\(result.err)")
    }

    /// Delivers another tree; returns the error messages, or an empty array if the delivery succeeds.
    private func errorsOfDelivery() async -> [String] {
        do {
            try await deliver("new")
            return []
        } catch {
            let report = ErrorReport(error)
            #expect(report.status == .usage)
            return report.messages
        }
    }

    private var replaced: Bool { (try? String(contentsOfFile: output + "/a-1/a", encoding: .utf8)) == "new" }

    @Test(arguments: [
        ("echo x >x", "`x` (added)"),
        ("mkdir -p d/e; echo x >d/e/x; echo y >d/y", "`d/e/x` (added), `d/y` (added)"),
        ("ln -s nowhere x", "`x` (added)"),
        ("echo x >below/x", "`below/x` (added)"),
        ("echo longer >a", "`a` (changed)"),
        ("printf odl >a", "`a` (changed)"),
        ("printf odl >a; touch -r b a", "`a` (changed)"),
        ("echo x >\"$(printf 'caf\\351')\"", "`caf\u{FFFD}` (added)"),
        ("mkdir d; echo x >\"d/$(printf 'caf\\351')\"", "`d/caf\u{FFFD}` (added)"),
        ("mkdir \"$(printf 'caf\\351')\"; echo x >\"$(printf 'caf\\351')/x\"", "`caf\u{FFFD}` (added)"),
        ("rm a; ln -s b a", "`a` (changed)"),
        ("rm a; mkdir a; echo x >a/x", "`a/x` (added)"),
        ("ln -sf b below/link", "`below/link` (changed)"),
        ("rm -r below; echo x >below", "`below` (changed)"),
        (
            "for i in 7 6 5 4 3 2 1; do : >x$i; done; rm b",
            "`x1` (added), `x2` (added), `x3` (added), `x4` (added), `x5` (added), and 2 more"
        ),
    ])
    func `only force replaces a changed folder`(_ script: String, _ words: String) async throws {
        try await deliver("old")
        try await change(script)
        let expected = """
            error: `\(output)/a-1` has changes that xbuild did not make: \(words)
            hint: keep a copy of your files, then replace the folder with --force
            """
        #expect(await errorsOfDelivery() == [expected])
        #expect(!replaced)
        try await deliver("new", force: true)
        #expect(replaced)
        try await deliver("next")
    }

    @Test(arguments: ["touch a below b", "chmod 600 a; chmod 644 b", "rm a; rm -r below", "mkdir -p empty/empty"])
    func `a folder is replaced if only files are missing, or times or permissions differ`(_ script: String) async throws
    {
        try await deliver("old")
        try await change(script)
        #expect(await errorsOfDelivery() == [])
        #expect(replaced)
    }

    private static let generated = [
        "mkdir -p below/.build/x; echo x >below/.build/x/y; echo x >below/Package.resolved",
        "mkdir -p .swiftpm/xcode; echo x >.swiftpm/xcode/x", "echo x >.DS_Store; echo x >below/.DS_Store",
    ]

    @Test(arguments: generated)
    func `a folder in which a tool generated files is replaced`(_ script: String) async throws {
        try await deliver("old")
        try await change(script)
        #expect(await errorsOfDelivery() == [])
        #expect(replaced)
    }

    @Test(arguments: generated)
    func `files that a tool generated stay until a different tree is delivered`(_ script: String) async throws {
        try await deliver("new")
        try await change(script + "; ls -AR >../after")
        #expect(await errorsOfDelivery() == [])
        try await change("ls -AR >../later; cmp ../after ../later")
    }

    @Test func `a delivery adds the list of files to a record of version 1`() async throws {
        try await deliver("old")
        let record = URL(filePath: "\(output)/.a-1.tree")
        let bytes = try Data(contentsOf: record)
        let line = try #require(bytes.split(separator: UInt8(ascii: "\n")).first)
        try Data(line.dropFirst("xbuild 3 library ".count) + [UInt8(ascii: "\n")]).write(to: record)
        try await deliver("old")
        #expect(try Data(contentsOf: record) == bytes)
    }

    @Test func `only force replaces a link at the place of a folder`() async throws {
        try await deliver("old")
        try await change("mv ../a-1 ../elsewhere; ln -s elsewhere ../a-1")
        #expect(
            await errorsOfDelivery().first?.hasPrefix(
                "error: `\(output)/a-1` is not the folder that xbuild put there\n")
                == true)
        try await deliver("new", force: true)
        #expect(replaced)
    }

    @Test(arguments: [
        "abc/3\n", "xbuild 2 junk\n", "xbuild 3 what comes later\n", "xbuild 4 library abc/3\n", "unfinished\n", "",
    ])
    func `only force replaces a folder whose record lists no files`(_ record: String) async throws {
        try await deliver("old")
        try record.write(toFile: "\(output)/.a-1.tree", atomically: true, encoding: .utf8)
        let expected = """
            error: `\(output)/.a-1.tree` does not list the files of `\(output)/a-1`: changes to them cannot be detected
            hint: keep a copy of your files, then replace the folder with --force
            """
        #expect(await errorsOfDelivery() == [expected])
        #expect(!replaced)
        try await deliver("new", force: true)
        #expect(replaced)
    }

    @Test func `force does not replace a folder without a record`() async throws {
        try await deliver("old")
        try FileManager.default.removeItem(atPath: "\(output)/.a-1.tree")
        await #expect(throws: CommandFailure.self) { try await deliver("new", force: true) }
        #expect(!replaced)
    }

    @Test(arguments: [DistRecord.Kind.library, .packages])
    func `a record of version 2 fits both commands`(_ kind: DistRecord.Kind) async throws {
        try await deliver("old")
        let record = URL(filePath: "\(output)/.a-1.tree")
        let rest = try Data(contentsOf: record).dropFirst("xbuild 3 library".count)
        try (Data("xbuild 2".utf8) + rest).write(to: record)
        try await change("echo x >x")
        #expect(await errorsOfDelivery().first?.contains("`x` (added)\n") == true)
        try await change("rm x")
        try await deliver("new", kind)
        #expect(replaced)
    }

    @Test func `only force replaces the folder of another command`() async throws {
        try await deliver("old", .packages)
        let expected = """
            error: `\(output)/a-1` has the packages of `xbuild package`, which the files of `xbuild recipe` would replace
            hint: give another folder with --output, or replace the folder with --force
            """
        #expect(await errorsOfDelivery() == [expected])
        #expect(!replaced)
        try await deliver("new", force: true)
        #expect(replaced)
    }

    @Test(arguments: ["old", "new"])
    func `an interrupted replacement is repeated, but a folder of the user is kept`(_ left: String) async throws {
        try await deliver("new")
        let new = try DistRecord(Array(Data(contentsOf: URL(filePath: "\(output)/.a-1.tree"))))
        try await deliver("old")
        let old = try DistRecord(Array(Data(contentsOf: URL(filePath: "\(output)/.a-1.tree"))))
        let record = try DistRecord.bytes(
            .library, for: #require(new?.folders.first), replacing: #require(old?.folders.first))
        if left == "new" { try await deliver("new") }
        try Data(record).write(to: URL(filePath: "\(output)/.a-1.tree"))
        try await change("echo x >x")
        #expect(await errorsOfDelivery().first?.contains("`x` (added)\n") == true)
        try await change("rm -r *; echo mine >mine")
        #expect(await errorsOfDelivery().first?.contains("`mine` (added)\n") == true)
        try await change("rm mine")
        try await deliver("next")
    }
}
