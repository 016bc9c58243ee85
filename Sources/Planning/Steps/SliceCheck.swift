import Basics
import Recipes

/// Finds faults of a recipe for one slice, such as variables without a value, before the slice's steps are planned. The
/// scripts of the steps are written later, and their writing cannot fail any more.
struct SliceCheck {
    let package: PackageRequest
    let slice: SliceRequest
    let needs: [TransitiveDependency]

    private typealias Tests = LibraryTests<BuildVariable>

    /// - Parameter tests: whether the library's own tests will run.
    func run(tests: Bool) throws(PlanningError) {
        let settings = slice.settings
        try check(settings.cflags, "CFLAGS")
        try check(settings.ldflags, "LDFLAGS")
        if !settings.defines.isEmpty {
            try check(settings.defines.map { ResolvedWord(text: $0.argument) }, "CPPFLAGS")
        }
        try check(settings.configure)
        for word in settings.variables.values { try check([word]) }
        try check(settings.build)
        if tests, let tests = settings.tests { try check(tests, settings.build) }
    }

    private func check(_ build: BuildSystem<BuildVariable>) throws(PlanningError) {
        switch build {
        case .autotools(let autotools):
            try check(autotools.make)
            try check(autotools.install)
        case .cmake(let cmake): try check(cmake.targets + cmake.install, allowingJobs: true)
        case .meson(let meson): try check(meson.targets + meson.install, allowingJobs: true)
        case .script(let script):
            try check(script.configure, "configure")
            try check(script.build, "build")
            try check(script.install, "install")
            try check(script.test, "test")
        }
    }

    private func check(_ tests: Tests, _ build: BuildSystem<BuildVariable>) throws(PlanningError) {
        try check(tests.configure)
        switch build {
        case .autotools: try check(tests.arguments)
        case .cmake, .meson, .script: try check(tests.arguments, allowingJobs: true)
        }
    }

    private func check(_ commands: [Script<BuildVariable>.Command], _ step: String) throws(PlanningError) {
        for command in commands {
            try check(command, allowingJobs: true)
            if let word = command.first.flatMap(Self.shellWord) {
                throw .shellWord(package.recipe.name, step: step, word: word)
            }
        }
    }

    /// Checks that every variable has a value. The script gives `${JOBS}` its value when it runs.
    private func check(_ words: [ResolvedWord], allowingJobs: Bool = false) throws(PlanningError) {
        for word in words {
            for case .variable(let variable) in word.pieces where !(allowingJobs && variable == .jobs) {
                guard has(variable) else { throw .noValue(package.recipe.name, variable) }
            }
        }
    }

    private func has(_ variable: BuildVariable) -> Bool {
        SliceTools(package: package, slice: slice, dependencies: SliceDependencies(needs: needs)).values[variable]
            != nil
    }

    /// Checks flags. All flags are passed in one string, which make and the shell expand and split at spaces.
    private func check(_ words: [ResolvedWord], _ variable: String) throws(PlanningError) {
        try check(words)
        for word in words {
            for case .text(let text) in word.pieces where text.utf8.contains(where: Self.isUnsafe) {
                throw .unsafeFlag(package.recipe.name, variable: variable, word: word.text ?? word.description)
            }
        }
    }

    private static func isUnsafe(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == 0x7F || unsafe.contains(byte)
    }

    private static let unsafe = Array(" \"'$`\\;|&<>()*?[]#~!{}".utf8)

    /// Returns the first word of a command if the shell would not run it as a program: if it is a builtin or a reserved
    /// word (POSIX, 2.14 and 1.6), a function of the script, or `NAME=VALUE`. Returns nil for any other word.
    private static func shellWord(_ word: ResolvedWord) -> String? {
        guard case .text(let text) = word.pieces.first, word.pieces.count == 1 else { return nil }
        return shellWords.contains(text) || (text.contains("=") && !text.contains("/")) ? text : nil
    }

    private static let shellWords: Set<String> = [
        ".", ":", "alias", "begin", "bg", "break", "case", "cd", "command", "continue", "do", "done", "elif", "else",
        "esac", "eval", "exec", "exit", "export", "fail", "fc", "fg", "fi", "for", "getopts", "hash", "if", "in",
        "jobs",
        "local", "read", "readonly", "return", "set", "shift", "source", "then", "times", "trap", "type", "ulimit",
        "umask", "unalias", "unset", "until", "wait", "while",
    ]
}
