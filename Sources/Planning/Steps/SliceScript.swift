import Basics
import Recipes
import Targets
import Toolchains

/// The parts of a build's script that all build systems share: the lines before and after their own commands.
///
/// The script runs in a folder that contains `source/`, `tools/` and perhaps `sysroot/`, works in `build/`, installs
/// into `stage/` and writes prefixes. It is readable, and users can run it without xbuild.
struct SliceScript {
    private(set) var script: ShellScript
    private let tools: SliceTools

    /// The prefix for which the library is configured. It is the same on all machines, because builds may write it into
    /// files.
    static let installPrefix = "/usr/local"
    /// The folder of the unpacked source.
    static let source: RelativePath = "source"
    /// The folder below which files are installed, at `installPrefix`.
    static let stage: RelativePath = "stage"

    /// - Parameter steps: the steps, for the comment in the first lines: `configure, make, install`.
    init(_ tools: SliceTools, steps: String) {
        self.tools = tools
        script = ShellScript(summary: ["\(tools.package.identity.words) for \(tools.slice.name): \(steps)."])
        for (name, value) in tools.environment { script.export(name, value) }
        openJobs()
    }

    /// Opens the job server. GNU make before 4.4 takes its tokens from descriptors, so the named pipe is opened here.
    /// Before 4.2 the option was `--jobserver-fds`; a make without support for the option it gets would start jobs
    /// without limit.
    private mutating func openJobs() {
        script.export("MAKE", tools.tool(.make, "make"))
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

    /// Makes the build folder: empty, or a copy of the source.
    mutating func makeBuildFolder(isInSource: Bool) {
        if isInSource {
            // Files from the store may be read-only; make depends on their times.
            script.line("cp -Rp source build\nchmod -R u+w build")
        } else {
            script.line("mkdir -p build")
        }
    }

    /// Begins the checks of the target's features, which link programs only to test whether they link.
    mutating func beginFeatureChecks(_ comment: String) {
        script.comment(comment)
        exchangeLinker(by: SliceLinker.questionsName)
    }

    /// Begins the commands that build libraries.
    mutating func beginLibraries(_ comment: String) {
        releaseToken()
        script.comment(comment)
        exchangeLinker(by: SliceLinker.librariesName)
    }

    /// Checks use one core, builds use several. If builds started early, the checks of the last slices would run alone
    /// and leave the other cores idle. Each slice therefore releases its token after its checks, waits at the barrier
    /// until all slices that can start have started, and then takes a token again.
    private mutating func releaseToken() {
        script.line(
            """
            if [ -n "${XBUILD_CONFIGURE_BARRIER:-}" ]; then
                printf + >&8
                : <"$XBUILD_CONFIGURE_BARRIER"
                dd bs=1 count=1 <&8 >/dev/null 2>&1
            fi
            """)
    }

    private mutating func exchangeLinker(by name: RelativePath) {
        guard tools.slice.linker?.isExchanged == true else { return }
        script.run(["ln", "-sfn", Argument(stringLiteral: name.string), Argument("", ResolvedToolchain.linkerPath)])
    }

    /// Begins a sequence of steps, each of which starts with `begin NAME`.
    mutating func beginSteps() {
        script.export("XBUILD_PERL", tools.tool(.perl, "perl"))
        script.line(StepFunctions.text)
    }

    /// Runs a command that gets a number of processes as an argument; the script holds all free jobs while it runs.
    mutating func withJobs(_ words: [ShellWord]) {
        script.line("take_jobs")
        script.run(words)
        script.line("give_jobs")
    }

    /// Runs the build step: Ninja builds these targets, or all of its targets if the list is empty.
    mutating func runNinja(_ targets: [ShellWord]) {
        run(["begin", "build"])
        withJobs([ShellWord(tools.tool(.ninja, "ninja")), ShellWord("-j"), .jobs] + targets)
    }

    /// Runs the build step and the test step. The number of jobs is the first argument after `command`.
    mutating func runTests(_ command: [Argument], _ tests: LibraryTests<BuildVariable>) {
        runNinja([])
        comment("Test.")
        run(["begin", "test"])
        withJobs(command.map(ShellWord.init) + [.jobs] + tools.values.words(tests.arguments))
    }

    /// Makes a file from its template, in which `@ROOT@` stands for the folder of the build.
    mutating func placeRoot(in template: RelativePath, as path: RelativePath) {
        run(["place_root", Argument("", template), Argument("", path)])
    }

    /// Adds the check for files that a step must not install.
    mutating func checkStage() { script.run(["check_stage", Argument(stringLiteral: Self.installPrefix)]) }

    mutating func comment(_ words: String) { script.comment(words) }

    mutating func export(_ name: String, _ value: Argument) { script.export(name, value) }

    mutating func line(_ code: StaticString) { script.line(code) }

    mutating func run(_ words: [Argument]) { script.run(words) }

    mutating func run(_ words: [ShellWord]) { script.run(words) }

    /// Makes prefixes from the installed files: one, or one for each architecture of a shared run.
    mutating func collect() {
        script.line(EvidenceScript.text)
        let staged = Argument([.path(Self.stage), .text(Self.installPrefix)])
        // If a library installs no headers or archives, the audit must report that, so the folders must exist.
        script.run(["mkdir", "-p"] + ["/include", "/lib"].map { Argument(staged.pieces + [.text($0)]) })
        let slice = tools.slice
        guard slice.targets.count > 1 else {
            for target in slice.targets { script.run(["mv", staged, Argument("", slice.prefix(target))]) }
            return
        }
        ThinningScript.write(
            slice.targets.map { ($0.architecture.rawValue, slice.prefix($0)) }, from: staged,
            archiver: tools.tool(.ar, "ar"), to: &script)
    }
}
