import Foundation

/// What time it is: an effect.
struct Clock: Sendable {
    /// Seconds since 1970.
    var now: @Sendable () -> Double

    static let live = Clock { Date().timeIntervalSince1970 }

    /// CPU seconds of all processes that this one has waited for.
    var childrenCPUSeconds: @Sendable () -> Double = {
        var usage = rusage()
        #if os(Linux)
            getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        #else
            getrusage(RUSAGE_CHILDREN, &usage)
        #endif
        return usage.ru_utime.seconds + usage.ru_stime.seconds
    }
}

extension timeval {
    fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
