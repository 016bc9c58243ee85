import Actions
import Basics

extension Step {
    /// What a person would call the same step after its inputs have changed: title, target and package.
    var identity: Digest {
        Digest(of: Array([title, target ?? "", package ?? ""].joined(separator: "\0").utf8))
    }
}
