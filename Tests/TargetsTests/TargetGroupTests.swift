import Testing

@testable import Targets

@Suite struct TargetGroupTests {
    private static let host = Target(checked: .x86_64, .linux, .gnu)

    @Test(arguments: [
        (TargetGroup.iosUniversal, "ios-armv7 ios-armv7s ios-arm64 ios-simulator-i386 ios-simulator-x86_64"),
        (.ios, "ios-arm64"),
        (.iosSimulator, "ios-simulator-x86_64 ios-simulator-arm64"),
        (.macos, "macos-arm64 macos-x86_64"),
        (.tvos, "tvos-arm64 tvos-simulator-arm64 tvos-simulator-x86_64"),
        (
            .watchos,
            "watchos-armv7k watchos-arm64_32 watchos-arm64 watchos-simulator-x86_64 watchos-simulator-arm64"
        ),
        (.visionos, "visionos-arm64 visionos-simulator-arm64"),
        (.catalyst, "catalyst-arm64 catalyst-x86_64"),
        (.linux, "linux-gnu-x86_64 linux-gnu-aarch64"),
        (.host, "linux-gnu-x86_64"),
    ])
    func `a group lists its targets in order`(_ group: TargetGroup, _ names: String) {
        #expect(group.targets(host: Self.host).map(\.name).joined(separator: " ") == names)
    }

    @Test func `the group apple contains exactly the targets of the groups of Apple's platforms`() {
        let platforms: [TargetGroup] = [.macos, .ios, .iosSimulator, .catalyst, .tvos, .watchos, .visionos]
        let all = platforms.flatMap { $0.targets(host: Self.host) }
        #expect(Set(TargetGroup.apple.targets(host: Self.host)) == Set(all))
    }

    @Test func `the group all contains every target`() {
        #expect(TargetGroup.all.targets(host: Self.host) == Target.all)
    }

    @Test func `the group host contains only the host`() {
        let mac = Target(checked: .arm64, .macOS, .device)
        #expect(TargetGroup.host.targets(host: mac) == [mac])
    }

    @Test func `every group has targets, in the order of all targets`() {
        for group in TargetGroup.allCases {
            let targets = group.targets(host: Self.host)
            #expect(!targets.isEmpty)
            #expect(targets == Target.all.filter(Set(targets).contains))
        }
    }

    @Test(arguments: [
        ("ios", TargetSelector.group(.ios)), ("ios-simulator", .group(.iosSimulator)),
        ("linux-gnu-aarch64", .target(Target(checked: .arm64, .linux, .gnu))),
        ("aarch64-linux-gnu", .target(Target(checked: .arm64, .linux, .gnu))),
        ("arm64-apple-ios15.0", .target(Target(checked: .arm64, .iOS, .device))),
    ])
    func `a group, a target's name or a triple selects targets`(_ word: String, _ selector: TargetSelector) {
        #expect(TargetSelector(word) == selector)
    }

    @Test func `an unknown word selects nothing`() {
        #expect(TargetSelector("iso") == nil)
        #expect(TargetSelector("") == nil)
    }

    @Test func `every suggested word selects at least one target and is listed once`() {
        for word in TargetSelector.words {
            #expect(TargetSelector(word)?.targets(host: Self.host).isEmpty == false)
        }
        #expect(Set(TargetSelector.words).count == TargetSelector.words.count)
    }
}
