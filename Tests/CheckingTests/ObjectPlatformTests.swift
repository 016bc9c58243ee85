import ObjectFiles
import Targets
import Testing

@testable import Checking

struct ObjectPlatformTests {
    /// `ObjectPlatform` looks up the target's `linkerSystem`, so each must be a name that it contains.
    @Test func `each of Apple's targets has an object platform, and no other target does`() {
        for target in Target.all { #expect((ObjectPlatform(target) != nil) == target.platform.isApple, "\(target)") }
    }
}
