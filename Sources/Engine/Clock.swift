import Foundation

/// What time it is: an effect.
struct Clock: Sendable {
    /// Seconds since 1970.
    var now: @Sendable () -> Double

    static let live = Clock { Date().timeIntervalSince1970 }
}
