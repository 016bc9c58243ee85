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
    /// GNU make.
    var make: Argument
    var makeArguments: [Argument]
    var installArguments: [Argument]
    var linkers: Linkers?
    /// Where the installed files go, below the root: one place, or one for each architecture of a shared run.
    var prefixes: [(architecture: String, path: RelativePath)]
    /// Takes archives of fat objects apart.
    var archiver: Argument

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

    /// GNU make before 4.4 takes its tokens from descriptors, so the named pipe is opened here. Before 4.2 the option had
    /// another name, and a make that does not know it would start jobs without limit.
    private func writeJobs(to script: inout ShellScript) {
        script.export("MAKE", make)
        script.line(
            """
            if [ -n "${XBUILD_JOBSERVER:-}" ]; then
                exec 8<>"$XBUILD_JOBSERVER"
                case $("$MAKE" --version) in
                "GNU Make 3."* | "GNU Make 4.0"* | "GNU Make 4.1"*) MAKEFLAGS=" -j --jobserver-fds=8,8" ;;
                *) MAKEFLAGS=" -j --jobserver-auth=8,8" ;;
                esac
                export MAKEFLAGS
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
        script.run([make] + makeArguments)
    }

    private func writeInstall(to script: inout ShellScript) {
        script.comment("Install.")
        script.run([make] + installArguments + [Argument("DESTDIR=", "stage")])
        script.line("cd \"$ROOT\"")
        let staged = Argument([.path("stage"), .text(Self.installPrefix)])
        // A library without headers, or without archives, is found wanting by the audit and not by a missing folder.
        script.run(["mkdir", "-p"] + ["/include", "/lib"].map { staged.appending($0) })
        guard prefixes.count > 1 else {
            for (_, path) in prefixes { script.run(["mv", staged, Argument("", path)]) }
            return
        }
        ThinningScript.write(prefixes, from: staged, archiver: archiver, to: &script)
    }
}

extension Argument {
    fileprivate func appending(_ text: String) -> Argument { Argument(pieces + [.text(text)]) }
}
