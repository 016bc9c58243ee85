import Foundation
import SystemPackage

extension Errno {
    /// Why the last system call of this thread failed.
    static var last: Errno { Errno(rawValue: errno) }
}

/// Repeats a system call that a signal interrupted.
func retrying<Result: FixedWidthInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
