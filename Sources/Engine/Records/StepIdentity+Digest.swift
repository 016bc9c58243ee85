import Actions
import Basics

extension StepIdentity {
    /// What files that belong to a step are called by.
    var digest: Digest {
        // Text, numbers and lists of them can always be encoded.
        Digest(of: Array(((try? jsonText(indented: false)) ?? "").utf8))
    }
}
