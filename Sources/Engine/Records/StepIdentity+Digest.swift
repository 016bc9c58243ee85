import Actions
import Basics

extension StepIdentity {
    /// The digest that names the files which belong to a step.
    var digest: Digest {
        // Text, numbers and lists of them always have an encoding.
        Digest(of: Array(((try? jsonText(indented: false)) ?? "").utf8))
    }
}
