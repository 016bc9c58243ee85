import Foundation
import Testing

extension Trait where Self == ConditionTrait {
    /// Marks tests that start servers, or hundreds of programs, that `scripts/setup tests` installs. The tier `unit`
    /// leaves them out, unless it runs only their module, as in `scripts/test unit Remote`.
    public static var afterSetUp: Self {
        .disabled(if: ProcessInfo.processInfo.environment["XBUILD_TESTS"] == "unit", "not in `scripts/test unit`")
    }
}
