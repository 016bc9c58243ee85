import Testing

@testable import Targets

@Suite struct OldestVersionTests {
    @Test(arguments: [
        ("macos-arm64", "10.13", "11.0"), ("macos-arm64", "12.3", "12.3"), ("macos-x86_64", "10.13", "10.13"),
        ("ios-arm64", "9.0", "9.0"), ("ios-simulator-arm64", "9.0", "14.0"), ("catalyst-x86_64", "10.0", "13.1"),
        ("watchos-arm64", "9.0", "26.0"), ("watchos-simulator-arm64", "4.0", "7.0"), ("android-aarch64", "21", "21.0"),
    ])
    func `a minimum below the target's first version is raised`(_ name: String, _ asked: String, _ result: String)
        throws
    {
        let target = try #require(Target(name))
        #expect(try target.effectiveMinimum(#require(OSVersion(asked))).description == result)
    }
}
