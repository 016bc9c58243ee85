import Documents

/// Checks that `tests:` has the keys that the build system needs, and none of another build system.
struct TestsCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        guard let tests = recipe.tests, let system = recipe.build?.system.name else { return }
        switch system {
        case .autotools:
            if let arguments = tests.value.arguments {
                findings.error(
                    "`arguments` does not belong to `system: autotools`", at: arguments.mark, hint: "write `make`")
            } else if tests.value.lacksMake {
                findings.error(
                    "missing key `make`", at: tests.mark,
                    hint: "`make`: arguments of the `make` that runs the tests, for example `check`")
            }
        case .cmake, .meson:
            guard let make = tests.value.make else { return }
            findings.error(
                "`make` does not belong to `system: \(system.rawValue)`", at: make.mark, hint: "write `arguments`")
        case .script:
            // The commands are in the step `test`; only what the sandbox permits them is here.
            guard tests.value.keys != ["ptrace"] else { return }
            findings.error(
                "`system: script` has its tests in the step `test`", at: tests.mark, hint: "write them under `steps`")
        }
    }
}
