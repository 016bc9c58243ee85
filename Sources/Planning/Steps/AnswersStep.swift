import Actions
import Basics
import Recipes
import Steps
import Targets
import Toolchains

/// Plans the check of what configure found out about the targets.
extension Planner {
    mutating func addAnswersCheck(_ package: PackageRequest, _ prefixes: [Prefix]) throws(PlanningError) -> StepID {
        var inputs: [RelativePath: Input] = [:]
        inputs.reserveCapacity(prefixes.reduce(0) { $0 + $1.parts.providerCount + $1.needs.count + 2 })
        for prefix in prefixes {
            inputs[PrefixLayout.answers(prefix.target)] = .output(prefix.step, EvidenceScript.output)
            inputs[PrefixLayout.headers(prefix.target)] = prefix.parts.headers
            try addProviders(of: prefix, to: &inputs)
        }
        let work = CheckAnswers.work(made: {
            .init(targets: prefixes.map(\.probed), explained: package.recipe.explained)
        })
        return add(.checkAnswers, of: package, work, inputs: inputs, outputs: CheckAnswers.outputs)
    }

    /// Adds the libraries of a target's sysroot and dependencies to the inputs of a check.
    mutating func addProviders(of prefix: Prefix, to inputs: inout [RelativePath: Input]) throws(PlanningError) {
        for (path, input) in try prefix.parts.providers(for: prefix.target) { inputs[path] = input }
        for need in prefix.needs {
            let relocated = try relocatedPrefix(need, prefix.target)
            inputs[relocated.auditFolder] = relocated.lib
        }
    }
}

extension ToolchainParts {
    /// The headers of a sysroot that a step makes.
    fileprivate var headers: Input? {
        guard case .output(let step, let root) = sysroot else { return nil }
        return .output(step, root.appending("usr/include"))
    }
}

extension Prefix {
    fileprivate var probed: ProbedTarget {
        let toolchains = [slice.toolchain] + (slice.buildToolchain.map { [$0] } ?? [])
        let paths = { (roles: [ToolRole]) in
            let tools = toolchains.flatMap { toolchain in roles.compactMap { toolchain.tools[$0] } }
            return Set(tools.flatMap { [$0.path, $0.realPath] })
        }
        let named = slice.settings.neededTools.filter(ResolvedToolchain.machineCompilers.contains)
        return ProbedTarget(
            expectation: expectation, triple: slice.toolchain.triple,
            compilers: paths([.cc, .cxx]).union(named).sorted(), linkers: paths([.ld]).sorted())
    }
}
