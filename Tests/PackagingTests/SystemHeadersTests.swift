import Basics
import Targets
import TestSupport
import Testing

@testable import Packaging

/// Declarations in headers, and the versions of Apple's systems in them.
struct SystemHeadersTests {
    private static let text = """
        int plain(void);
        int near_plain_not, xplain2(void);
        int timed(void) __OSX_AVAILABLE_STARTING(__MAC_10_12, __IPHONE_10_0);
        __API_AVAILABLE(macos(10.15), ios(13.0), tvos(13.0))
        int later(void);
        __OSX_AVAILABLE(11.0) __IOS_AVAILABLE(14.0)
        int marked (void);
        int refused(void) __WATCHOS_PROHIBITED __TVOS_PROHIBITED;
        #define macro(x) (x)
        """

    private func declared(_ target: String, _ minimum: OSVersion?) -> [String] {
        let headers = SystemHeaders(texts: [Array(Self.text.utf8)], target: .named(target), minimum: minimum)
        return ["plain", "xplain", "timed", "later", "marked", "refused", "macro", "near_plain_not"]
            .filter(headers.declare)
    }

    @Test func `a declaration counts from its version on`() {
        #expect(declared("macos-arm64", OSVersion(10, 11)) == ["plain", "refused", "macro"])
        #expect(declared("macos-arm64", OSVersion(10, 13)) == ["plain", "timed", "refused", "macro"])
        #expect(declared("macos-arm64", OSVersion(11)) == ["plain", "timed", "later", "marked", "refused", "macro"])
        #expect(declared("ios-arm64", OSVersion(13)) == ["plain", "timed", "later", "refused", "macro"])
        #expect(declared("tvos-arm64", OSVersion(12)) == ["plain", "timed", "marked", "macro"])
        #expect(declared("linux-gnu-x86_64", nil).contains("refused"))
    }
}
