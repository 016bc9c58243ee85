import Actions
import Basics
import Dependencies
import Recipes

/// A graph as JSON, for programs: packages, or the steps of a plan.
struct GraphDocument: Encodable {
    var packages: [Package]?
    var steps: [NamedStep<Step>]?

    struct Package: Hashable, Encodable {
        var name: String
        var version: String
        /// Whether each option is on.
        var options: [String: Bool]
        /// Whether the user requested the package.
        var requested: Bool
        /// The direct dependencies, in the order of the recipe.
        var dependencies: [Dependency]
    }

    struct Dependency: Hashable, Encodable {
        var name: String
        var version: String
    }

    struct Step: Encodable {
        /// The index of the step in the plan.
        var id: Int
        /// The steps whose outputs are inputs of this step.
        var needs: [Int]
    }

    init(_ graphs: [PackageGraph]) {
        packages = graphs.flatMap { graph in graph.packages.map { Package($0, in: graph) } }
            .uniqued().sorted { ($0.name, $0.version) < ($1.name, $1.version) }
    }

    init(_ plan: Plan, _ wording: StepWording) {
        steps = plan.steps.enumerated().map { index, step in
            let needs = Set(step.inputs.values.compactMap(\.step)).map(\.index).sorted()
            return NamedStep(name: TitledStep(step.identity, in: wording), value: Step(id: index, needs: needs))
        }
    }
}

extension GraphDocument.Package {
    fileprivate init(_ package: PackageGraph.Package, in graph: PackageGraph) {
        name = package.name.string
        version = package.version.string
        options = Dictionary(uniqueKeysWithValues: package.choice.options.map { ($0.key.string, $0.value) })
        requested = package.isRequested
        dependencies = package.dependencies.compactMap { graph[$0] }.map {
            GraphDocument.Dependency(name: $0.name.string, version: $0.version.string)
        }
    }
}
