import Basics
import Targets

/// A header that includes one of several variants, chosen by the compiler's macros for its target.
///
/// For a target without the header, the module compiles as if the header were empty, so that the map can list the
/// header for the other targets. Including it in a compilation without modules is an error.
///
/// A dispatch header has no include guard, because the original header may be designed for repeated inclusion; the
/// variants have their own guards.
struct DispatchHeader {
    /// The path of the original header.
    var path: RelativePath
    /// The variants' file names and targets. The files are in the header's folder, so that an `#include "…"` inside
    /// them still works.
    var variants: [(name: String, targets: [Target])]
    var key: DispatchKey
    /// Every built target, including those without the header.
    var all: [Target]

    var text: String {
        let conditions = variants.map { condition(for: $0.targets) }
        let helpers = conditions.reduce(into: Set()) { $0.formUnion($1.helpers) }.sorted()
        var lines = ["/* Differs between the targets that this library was built for. */"]
        lines += helpers.flatMap(\.definition)
        for (index, variant) in variants.enumerated() {
            lines.append("\(index == 0 ? "#if" : "#elif") \(conditions[index].expression)")
            lines.append("#include \"\(variant.name)\"")
        }
        let error = "#error \"\(path.name) is not available for this target\""
        // Compilers without `__has_feature` must not parse it as a condition.
        lines += isPartial ? ["#elif !defined(__has_feature)", error, "#elif !__has_feature(modules)"] : ["#else"]
        lines += [error, "#endif"]
        lines += helpers.map { "#undef \($0.rawValue)" }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Whether some of the targets lack the header.
    private var isPartial: Bool { !Set(all).isSubset(of: variants.flatMap(\.targets)) }

    /// Returns a condition that is true for these targets, and false for the targets of all other variants.
    private func condition(for targets: [Target]) -> MacroCondition {
        var terms: [MacroCondition] = []
        for system in targets.map({ key.answer(for: $0).system }).uniqued() {
            terms += self.terms(for: targets, in: system)
        }
        let expression =
            terms.count == 1
            ? terms[0].expression : terms.map { "(\($0.expression))" }.joined(separator: " || \\\n    ")
        return MacroCondition(expression, terms.reduce(into: Set()) { $0.formUnion($1.helpers) })
    }

    /// Returns the terms for the variant's targets in one system: the system alone if the variant has all built targets
    /// of that system, else one term per architecture.
    private func terms(for targets: [Target], in system: DispatchKey.System?) -> [MacroCondition] {
        let architectures = targets.filter { key.answer(for: $0).system == system }.map(\.architecture).uniqued()
        guard let system else { return architectures.map { term($0) } }
        let built = Set(all.filter { key.answer(for: $0).system == system }.map(\.architecture))
        guard key.asksArchitecture, built.count > architectures.count else { return [system.condition] }
        return architectures.map { architecture in
            MacroCondition(
                "\(system.condition.expression) && \(term(architecture).expression)", system.condition.helpers)
        }
    }

    private func term(_ architecture: Architecture) -> MacroCondition {
        let msvc = all.contains { $0.platform == .windows }
        return TargetMacros.condition(architecture, msvc: msvc)
    }
}
