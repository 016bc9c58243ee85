import Basics

/// The script of an autotools build: configure, make, install, out of tree, in one go.
///
/// It runs in a folder that holds `source/` (bootstrapped), `tools/` and perhaps `sysroot/`, works in `build/` and leaves
/// the prefix that was installed. It is what a person would have written, and runs outside xbuild too.
struct AutotoolsScript {
    var summary: [String]
    /// Exported before anything runs.
    var environment: [(name: String, value: Argument)]
    /// `--host=…`, `--disable-shared`, …
    var configureArguments: [Argument]
    /// `CC`, `CFLAGS`, …: passed to configure as arguments, so that it records them.
    var variables: [(name: String, value: Argument)]
    var makeArguments: [Argument]
    var installArguments: [Argument]
    var linkers: Linkers?
    /// Where the installed files go, below the root: one place, or one for each architecture of a shared run.
    var prefixes: [(architecture: String, path: RelativePath)]

    /// Which linker a link in `tools/` stands for: one while configure asks its questions, one for what make links.
    struct Linkers {
        var link: RelativePath
        var configuring: Argument
        var making: Argument
    }

    /// The prefix that the library believes in: it may be written into files, so it says nothing of this machine.
    static let installPrefix = "/usr/local"

    var script: ShellScript {
        var script = ShellScript(summary: summary)
        for (name, value) in environment { script.export(name, value) }
        writeJobs(to: &script)
        writeConfigure(to: &script)
        writeMake(to: &script)
        writeInstall(to: &script)
        return script
    }

    /// GNU make 4.3 takes its tokens from descriptors, so the named pipe is opened here.
    private func writeJobs(to script: inout ShellScript) {
        script.line(
            """
            if [ -n "${XBUILD_JOBSERVER:-}" ]; then
                exec 8<>"$XBUILD_JOBSERVER"
                export MAKEFLAGS=" -j --jobserver-auth=8,8"
            fi
            """)
    }

    private func writeConfigure(to script: inout ShellScript) {
        script.comment("Configure.")
        if let linkers { script.run(["ln", "-sfn", linkers.configuring, Argument("", linkers.link)]) }
        script.line("mkdir -p build\ncd build")
        let assignments = variables.map { Argument([.text($0.name + "=")] + $0.value.pieces) }
        script.run(
            ["../source/configure", Argument(stringLiteral: "--prefix=" + Self.installPrefix)] + configureArguments
                + assignments)
    }

    private func writeMake(to script: inout ShellScript) {
        script.comment("Make.")
        if let linkers { script.run(["ln", "-sfn", linkers.making, Argument("", linkers.link)]) }
        script.run(["make"] + makeArguments)
    }

    private func writeInstall(to script: inout ShellScript) {
        script.comment("Install.")
        script.run(["make"] + installArguments + [Argument("DESTDIR=", "stage")])
        script.line("cd \"$ROOT\"")
        let staged = Argument([.path("stage"), .text(Self.installPrefix)])
        guard prefixes.count > 1 else {
            for (_, path) in prefixes { script.run(["mv", staged, Argument("", path)]) }
            return
        }
        for (architecture, path) in prefixes { writeThinned(architecture, from: staged, to: path, in: &script) }
    }

    /// A prefix of one architecture out of the fat one.
    private func writeThinned(
        _ architecture: String, from staged: Argument, to path: RelativePath, in script: inout ShellScript
    ) {
        let prefix = Argument("", path)
        script.run(["mkdir", "-p", prefix])
        script.run(["cp", "-R", Argument(staged.pieces + [.text("/.")]), prefix])
        script.run(["set", "--", Argument(stringLiteral: architecture), Argument(prefix.pieces + [.text("/lib")])])
        script.line(
            """
            for archive in "$2"/*.a; do
                lipo -thin "$1" "$archive" -output "$archive"
            done
            """)
    }
}
