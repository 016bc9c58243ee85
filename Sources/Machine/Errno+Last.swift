import Foundation
import SystemPackage

extension Errno {
    /// The error of the last failed system call of this thread.
    static var last: Errno { Errno(rawValue: errno) }
}

/// Calls `call` until no signal interrupts it, and returns its result.
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
