import Actions
import Basics

/// Digests and trees to test with.
enum Samples {
    static func digest(_ text: String) -> Digest { Digest(of: Array(text.utf8)) }

    static func file(_ text: String, isExecutable: Bool = false) -> Node {
        .file(digest(text), isExecutable: isExecutable)
    }

    static let tree = Directory(files: [
        "build.sh": file("make\n", isExecutable: true),
        "source/configure.ac": file("AC_INIT\n"),
        "source/include/api.h": file("int f(void);\n"),
        "source/include/link.h": .symlink(target: "api.h"),
        "empty": .directory(Directory()),
    ])

    static let action = Action(
        command: Command(
            arguments: ["sh", "build.sh", "-O2"], environment: ["PATH": "/usr/bin", "CC": "clang", "LC_ALL": "C"],
            outputPaths: ["prefix", "config.log"]),
        inputRoot: tree, platform: ["OSFamily": "linux", "ISA": "x86-64"])
}
