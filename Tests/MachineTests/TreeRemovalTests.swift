import Machine
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10)), .tags(.process)) struct TreeRemovalTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Contents of the folder `tree`, each with the script that makes them.
    static let trees: [(name: String, script: String)] = [
        ("nothing", ""),
        ("files and folders", "mkdir -p a/b/c a/d; touch x a/y a/b/c/z"),
        ("names that are not UTF-8", "mkdir \"$(printf '\\377')\"; touch \"$(printf '\\377/\\376')\""),
        ("folders without permissions", "mkdir -p a/b/c; touch a/b/c/x; chmod 0 a/b/c; chmod 500 a/b; chmod 0 a"),
        ("special files", "mkfifo pipe; ln -s nowhere link"),
        (
            "a path that is too long",
            """
            deep=$(printf 'd/%.0s' $(seq 1500)); mkdir -p "a/$deep" "b/$deep"; touch "b/${deep}x"; mv b "a/$deep"
            """
        ),
    ]

    @Test(arguments: trees.indices) func `a tree with any contents is removed`(row: Int) throws {
        let tree = Self.trees[row]
        try folder.shell("mkdir tree; cd tree; \(tree.script)")
        try FileSystem.removeTree(folder.path("tree"))
        #expect(try folder.shell("ls -A") == "", "\(tree.name)")
    }

    @Test func `removing a tree keeps the targets of its links`() throws {
        try folder.shell("mkdir -p tree/in other; touch other/file; ln -s ../other tree/a; ln -s ../../other tree/in/a")
        try FileSystem.removeTree(folder.path("tree"))
        #expect(try folder.shell("ls -A; ls other") == "other\nfile\n")
    }

    @Test func `removing a link keeps its target`() throws {
        try folder.shell("mkdir other; touch other/file; ln -s other tree")
        try FileSystem.removeTree(folder.path("tree"))
        #expect(try folder.shell("ls -A; ls other") == "other\nfile\n")
    }

    @Test func `several tasks can remove one tree at the same time`() async throws {
        for _ in 0..<10 {
            try folder.shell("mkdir tree; cd tree; for a in 1 2 3 4 5 6; do mkdir -p $a/b/c $a/d; touch $a/d/1; done")
            let path = folder.path("tree")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<4 { group.addTask { try FileSystem.removeTree(path) } }
                try await group.waitForAll()
            }
            #expect(!FileSystem.exists(path))
        }
    }

    @Test func `removing a missing tree succeeds`() throws { try FileSystem.removeTree(folder.path("none")) }
}
