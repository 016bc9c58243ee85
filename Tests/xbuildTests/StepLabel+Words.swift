import Actions
import Basics
import Engine
import Targets

extension StepLabel {
    /// Creates a label with this title.
    init(_ index: Int, _ title: String, _ kind: StepKind = .build, target: String? = nil, package: String? = nil) {
        let targets = [target.flatMap(Target.init(_:))].compactMap(\.self)
        let identity = StepIdentity(kind, package: package.flatMap(PackageID.init), targets: targets)
        self.init(step: StepID(index: index), name: TitledStep(identity, title: title))
    }
}
