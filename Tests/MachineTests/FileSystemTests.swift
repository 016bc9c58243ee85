import Machine
import SystemPackage
import TestSupport
import Testing

@Suite(.tags(.process)) struct FileSystemTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test func `subpaths returns sorted paths and does not follow links`() throws {
        try folder.shell("mkdir -p t/b/c other; touch t/a t/b/c/x t/c other/y; ln -s ../../other t/b/link")
        #expect(try FileSystem.subpaths(of: folder.path("t")) == ["a", "b", "b/c", "b/c/x", "b/link", "c"])
    }

    @Test func `subpaths repairs a name that is not UTF-8, and names refuses it`() throws {
        try folder.shell("mkdir t; touch \"t/$(printf 'a\\377')\" t/b")
        let path = folder.path("t")
        #expect(try FileSystem.repairedNames(in: path) == ["a\u{FFFD}", "b"])
        #expect(try FileSystem.subpaths(of: path) == ["a\u{FFFD}", "b"])
        #expect(throws: FileError.badName(folder: path, name: "a\u{FFFD}")) { try FileSystem.names(in: path) }
    }

    @Test func `a folder that is missing cannot be listed`() throws {
        let path = folder.path("none")
        #expect(throws: FileError.system(.list, path: path, .noSuchFileOrDirectory)) {
            try FileSystem.subpaths(of: path, skippingUnreadable: true)
        }
    }

    @Test func `contents reads files and targets of links, and refuses everything else without waiting`() throws {
        try folder.shell("printf text >real; ln -s real link")
        for name in ["real", "link"] {
            #expect(try FileSystem.contents(folder.path(name)) == Array("text".utf8))
        }
        try folder.shell("mkfifo pipe; python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind(\"socket\")'")
        for path in ["pipe", "socket", "."].map(folder.path) + ["/dev/null", "/dev/zero"] {
            #expect(throws: FileError.notRegular(path: path)) { try FileSystem.contents(path) }
        }
        #expect(try FileSystem.streamContents("/dev/null") == [])
    }

    @Test func `a file that reports no size is read to its end`() throws {
        #expect(FileSystem.text("/proc/self/status")?.contains("\nPid:") ?? true)
    }

    @Test func `makeFolders makes missing parents and accepts links to folders`() throws {
        try folder.shell("mkdir real; ln -s real link; touch file")
        try FileSystem.makeFolders(folder.path("link/a/b"))
        #expect(FileSystem.kind(folder.path("real/a/b")) == .folder)
        try FileSystem.makeFolders(folder.path("link"))
        let path = folder.path("file")
        #expect(throws: FileError.system(.createFolder, path: path, .fileExists)) { try FileSystem.makeFolders(path) }
    }

    @Test func `copyTree keeps permissions and the targets of links`() throws {
        try folder.shell("mkdir -p t/in; printf a >t/in/run; chmod 751 t/in/run; ln -s nowhere t/link")
        try FileSystem.copyTree(folder.path("t"), to: folder.path("copy"))
        #expect(try folder.shell("stat -c %a copy/in/run; cat copy/in/run; readlink copy/link") == "751\nanowhere\n")
        #expect(throws: FileError.self) { try FileSystem.copyTree(folder.path("t"), to: folder.path("copy")) }
    }

    @Test func `copyTree refuses a pipe`() throws {
        try folder.shell("mkfifo pipe")
        let path = folder.path("pipe")
        #expect(throws: FileError.special(path: path)) { try FileSystem.copyTree(path, to: folder.path("copy")) }
    }

    @Test func `write replaces a file by a new one with the same permissions`() throws {
        try folder.shell("printf old >file; chmod 640 file; ln file kept")
        try FileSystem.write("new".utf8, to: folder.path("file"))
        #expect(try folder.shell("cat file kept; stat -c %a file; ls -A") == "newold640\nfile\nkept\n")
    }

    /// A collection whose bytes are computed when they are written.
    private struct ComputedBytes: Collection {
        var count: Int { 1 }
        var startIndex: Int { 0 }
        var endIndex: Int { 1 }
        let permissions: () -> String
        func index(after index: Int) -> Int { index + 1 }
        subscript(_: Int) -> UInt8 { permissions() == "600\n" ? UInt8(ascii: "y") : UInt8(ascii: "n") }
    }

    @Test func `a private file stays private while it is replaced`() throws {
        try folder.shell("printf old >file; chmod 600 file")
        let bytes = ComputedBytes { [folder] in (try? folder.shell("stat -c %a .*.new")) ?? "" }
        try FileSystem.write(bytes, to: folder.path("file"))
        #expect(try folder.shell("cat file; stat -c %a file") == "y600\n")
    }

    @Test func `a file with a name of the maximum length is replaced`() throws {
        let name = String(repeating: "n", count: 255)
        try FileSystem.write("old".utf8, to: folder.path(name))
        try FileSystem.write("new".utf8, to: folder.path(name))
        let other = Replacement(of: folder.path(String(repeating: "m", count: 255)))
        try FileSystem.makeFolders(other.path)
        try other.place()
        #expect(try folder.shell("cat n*; ls -A | wc -l | tr -d ' '") == "new2\n")
    }

    @Test func `leftover temporary files of one target are removed if their last status change is old enough`() throws {
        for name in ["out", "other"] {
            for time in ["", "-t 202001010000"] {
                let path = TemporaryName.path(beside: folder.path(name), "new")
                try folder.shell("mkdir '\(path)'; touch '\(path)/file'; touch \(time) '\(path)'")
            }
        }
        try folder.shell("mkdir .notes.new .0123456789abcdef01234567.new")
        // An exported folder has an old modification time while another process still works on it.
        _ = Replacement(of: folder.path("out"))
        #expect(try folder.shell("ls -A | wc -l | tr -d ' '") == "6\n")
        TemporaryName.removeLeftovers(of: folder.path("out"), minimumAge: 0)
        #expect(try folder.shell("ls -A | wc -l | tr -d ' '") == "4\n")
    }

    @Test func `write replaces a link, not its target`() throws {
        try folder.shell("printf old >real; ln -s real link")
        try FileSystem.write("new".utf8, to: folder.path("link"))
        #expect(try folder.shell("cat real link; [ ! -L link ]") == "oldnew")
    }

    @Test func `a replacement that is not placed leaves no file`() throws {
        try folder.shell("printf old >out")
        do {
            let new = Replacement(of: folder.path("out"))
            try FileSystem.makeFolders(new.path + "/deep")
        }
        #expect(try folder.shell("ls -A; cat out") == "out\nold")
    }

    @Test func `a replacement replaces an empty folder, but not a folder with contents`() throws {
        try folder.shell("mkdir empty full; touch full/file")
        let one = Replacement(of: folder.path("empty"))
        try FileSystem.makeFolders(one.path + "/in")
        try one.place()
        let other = Replacement(of: folder.path("full"))
        try FileSystem.makeFolders(other.path)
        #expect(throws: FileError.self) { try other.place() }
        #expect(try folder.shell("find empty full | sort") == "empty\nempty/in\nfull\nfull/file\n")
    }

    static let messages: [(error: FileError, text: String)] = [
        (.system(.createFolder, path: "/a", .permissionDenied), "cannot create the folder `/a`: permission denied"),
        (.special(path: "/a"), "`/a` is not a file, folder or link"),
        (.notRegular(path: "/a"), "`/a` is not a regular file"),
        (.badName(folder: "/a", name: "b\n"), "`/a` has an entry with an unsupported name: `b\n`"),
    ]

    @Test(arguments: messages) func `an error names operation, path and reason`(error: FileError, text: String) {
        #expect("\(error)" == text)
    }
}
