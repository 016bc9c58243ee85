import Targets
import Testing

@testable import Proposing

/// The targets of a proposed recipe after a trial.
struct PromisedTargetsTests {
    private static let groups = ["ios", "ios-simulator", "macos", "linux"]

    @Test(
        arguments: [
            ("nothing failed", ["ios-arm64", "linux-gnu-x86_64"], [], groups),
            ("the only Apple target", ["linux-gnu-x86_64", "ios-arm64"], ["ios-arm64"], ["linux"]),
            ("one of two Apple targets", ["macos-arm64", "ios-arm64"], ["ios-arm64"], ["macos", "linux"]),
            ("a target named by its triple", ["arm64-apple-ios15.0"], ["arm64-apple-ios15.0"], ["linux"]),
            (
                "a Linux target", ["linux-gnu-x86_64", "linux-gnu-aarch64"], ["linux-gnu-aarch64"],
                ["ios", "ios-simulator", "macos", "linux-gnu-x86_64"]
            ),
            ("a target in no group", ["watchos-arm64"], ["watchos-arm64"], ["linux"]),
            ("all failed", ["ios-arm64", "linux-gnu-x86_64"], ["ios-arm64", "linux-gnu-x86_64"], []),
        ] as [(String, [String], [String], [String])])
    func `failed targets are not listed`(_ name: String, _ tried: [String], _ failed: [String], _ left: [String])
        throws
    {
        let host = try #require(Target("linux-gnu-x86_64"))
        let targets = { (words: [String]) in Set(words.compactMap { TargetSelector($0)?.targets(host: host) }.joined())
        }
        let promised = PromisedTargets(tried: targets(tried), failed: targets(failed))
        #expect(promised.words(among: Self.groups, host: host) == left, "\(name)")
    }
}
