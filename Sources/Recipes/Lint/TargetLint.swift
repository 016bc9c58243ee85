import Documents
import Targets

/// Finds obsolete targets among the default targets. Obsolete targets should be built only when a user requests them.
struct TargetLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        for selector in recipe.targets ?? [] {
            guard case .target(let target) = selector.value, target.isDeprecated else { continue }
            findings.add(
                .deprecatedTarget, "Apple's tools no longer build for `\(target)`", at: selector.mark,
                hint: "leave it out, and build it with `--targets` when needed")
        }
    }
}

extension Target {
    fileprivate var isDeprecated: Bool {
        guard platform.isApple else { return false }
        return switch architecture {
        case .armv7, .armv7s, .i386: true
        case .armv7k, .arm64, .arm64e, .arm64_32, .x86_64, .riscv64, .ppc64le, .s390x, .wasm32: false
        }
    }
}
