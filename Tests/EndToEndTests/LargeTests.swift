import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Enables a test only in `scripts/test --large`.
    static var large: Self {
        .enabled(if: ProcessInfo.processInfo.environment["XBUILD_LARGE_TESTS"] == "1", "scripts/test --large")
    }
}

extension TestSpace {
    /// Variables that permit the network and the user's settings. `XBUILD_LARGE_STORE` names a store to keep.
    var largeEnvironment: [String: String] {
        let store = ProcessInfo.processInfo.environment["XBUILD_LARGE_STORE"] ?? path("store")
        return ["XBUILD_OFFLINE": "", "HOME": NSHomeDirectory(), "XBUILD_STORE": store]
    }
}
