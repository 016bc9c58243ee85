import Basics
import Store

extension StoreError {
    /// The blob that is gone, or is not what it was: what made it must run again. Nil for all other faults.
    var lostBlob: Digest? {
        switch self {
        case .missing(let digest), .malformed(let digest, _): digest
        case .system, .changed, .special, .badName, .linkInTheWay: nil
        }
    }
}
