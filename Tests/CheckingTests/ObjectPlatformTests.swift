import ObjectFiles
import Targets
import Testing

@testable import Checking

struct ObjectPlatformTests {
    /// The name of a platform comes from the text of the target's triple.
    @Test func `each of Apple's targets has an object platform, no other target has one`() {
        for target in Target.all { #expect((ObjectPlatform(target) != nil) == target.platform.isApple, "\(target)") }
    }
}
