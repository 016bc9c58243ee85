import ObjectFiles
import Targets
import Testing

@testable import Checking

struct ObjectPlatformTests {
    /// `ObjectPlatform` looks up a target's `linkerSystem` in a list of names. No Apple target's name may be missing.
    @Test func `each of Apple's targets has an object platform, and no other target does`() {
        for target in Target.all { #expect((ObjectPlatform(target) != nil) == target.platform.isApple, "\(target)") }
    }
}
