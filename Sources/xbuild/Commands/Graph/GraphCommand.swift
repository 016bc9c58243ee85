import Actions
import ArgumentParser
import Basics
import Dependencies
import Planning
import Store

/// `xbuild graph`: prints the dependencies of recipes, or the steps of a plan.
struct GraphCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph", abstract: "Show recipes with their versions and dependencies.",
        discussion: ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @Option(help: "The output format: dot (Graphviz), mermaid or json.")
    var format = Format.dot

    @Flag(help: "Show the steps of the plan instead of recipes.")
    var steps = false

    enum Format: String, KeywordArgument {
        case dot
        case mermaid
        case json
    }

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: arguments.store)
        let picture: GraphPicture
        let document: GraphDocument
        if steps {
            let plan = try await Build.planned(arguments.request, in: context).result.plan
            try? context.digests.save()
            (picture, document) = (GraphPicture(plan, host.wording), GraphDocument(plan, host.wording))
        } else {
            let decision = try await Decision.made(arguments.request, in: context)
            for warning in decision.warnings { host.talk(warning + "\n") }
            (picture, document) = (GraphPicture(decision.graphs), GraphDocument(decision.graphs))
        }
        switch format {
        case .dot: try host.out(picture.dot)
        case .mermaid: try host.out(picture.mermaid)
        case .json: try host.out(document.jsonText())
        }
        return .done
    }
}

extension GraphPicture {
    /// The steps of a plan, with arrows from each step to the steps whose outputs are its inputs.
    init(_ plan: Plan, _ wording: StepWording) {
        self.init()
        for (index, step) in plan.steps.enumerated() {
            _ = add([wording.title(step.identity), step.identity.slice].compactMap(\.self).joined(separator: "\n"))
            for input in Set(step.inputs.values.compactMap(\.step)).sorted() { add(from: index, to: input.index) }
        }
    }
}
