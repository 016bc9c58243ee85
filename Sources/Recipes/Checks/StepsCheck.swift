import Documents

/// Checks that the commands of a script start only programs that are declared or always available, and that a command
/// uses the arguments of `configure`, options and `when`.
struct StepsCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        guard let build = recipe.build, let steps = build.steps, build.system.name == .script else { return }
        let tools = build.tools.map(\.value.string)
        for command in steps.all {
            // A program given by a variable or by a path in the source is not a program of the machine.
            guard let program = command.words.first?.text, !program.contains("/") else { continue }
            if !Self.everywhere.contains(program), !tools.contains(program) {
                findings.error(
                    "the program `\(program)` is not declared", at: command.mark,
                    hint: "add it to `tools:` under `build:`")
            }
        }
        checkArguments(recipe, steps, &findings)
    }

    private func checkArguments(_ recipe: RecipeDocument, _ steps: StepsBlock, _ findings: inout Findings) {
        let isUsed = steps.all.contains { $0.words.contains { $0.variables.contains(.arguments) } }
        guard !isUsed, let first = recipe.arguments.map(\.mark).min() else { return }
        findings.error(
            "no step uses this argument", at: first,
            hint: "write `\"${ARGUMENTS}\"` in the step that takes the arguments of `configure`, options and `when`")
    }

    /// The tools of every toolchain, and the utilities of POSIX that build scripts use.
    private static let everywhere: Set<String> = [
        "awk", "basename", "cat", "chmod", "cmp", "cp", "cut", "date", "diff", "dirname", "echo", "env", "expr",
        "false", "find", "grep", "head", "id", "install", "ln", "ls", "make", "mkdir", "mktemp", "mv", "od", "patch",
        "printf", "pwd", "rm", "rmdir", "sed", "sh", "sleep", "sort", "tail", "tar", "tee", "test", "touch", "tr",
        "true", "uname", "uniq", "wc", "xargs",
    ]
}
