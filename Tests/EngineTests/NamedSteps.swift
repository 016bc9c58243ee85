import Actions
import Basics

@testable import Engine

/// In tests of the engine each step is the build of a package, and the package's name identifies it.
extension StepIdentity: ExpressibleByStringLiteral {
    init(named name: String) {
        guard let name = PackageName(name), let version = Version("1") else {
            preconditionFailure("`\(name)` cannot be a step's name")
        }
        self.init(.build, package: PackageID(name, version))
    }

    public init(stringLiteral name: String) { self.init(named: name) }

    var name: String { package?.name.string ?? "" }
}

extension Step {
    init(
        _ name: String, work: Work, inputs: [RelativePath: Input] = [:], outputs: [RelativePath] = []
    ) {
        let identity = StepIdentity(named: name)
        self.init(identity.kind, package: identity.package, work: work, inputs: inputs, outputs: outputs)
    }

    var name: String { identity.name }
}

extension StepLabel {
    init(_ id: StepID, of plan: Plan) {
        self.init(step: id, name: TitledStep(plan[id].identity, in: .plain))
    }
}
