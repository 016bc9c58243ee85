import Basics
import Targets
import Testing

@testable import Toolchains

/// Tables of the values that the shipped toolchains give for each target.
@Suite struct ShippedTargetsTests {
    /// The columns: target, triple, operand of `--host=`, way to link on Linux, SDK on macOS.
    static let apple = """
        macos-arm64              arm64-apple-macosx11.0             aarch64-apple-darwin linker macosx
        macos-arm64e             arm64e-apple-macosx11.0            aarch64-apple-darwin probe  macosx
        macos-x86_64             x86_64-apple-macosx10.13           x86_64-apple-darwin  linker macosx
        ios-armv7                armv7-apple-ios9.0                 arm-apple-darwin     probe  -
        ios-armv7s               armv7s-apple-ios9.0                arm-apple-darwin     probe  -
        ios-arm64                arm64-apple-ios12.0                aarch64-apple-darwin linker iphoneos
        ios-arm64e               arm64e-apple-ios14.0               aarch64-apple-darwin probe  iphoneos
        ios-simulator-i386       i386-apple-ios9.0-simulator        i386-apple-darwin    probe  -
        ios-simulator-x86_64     x86_64-apple-ios12.0-simulator     x86_64-apple-darwin  linker iphonesimulator
        ios-simulator-arm64      arm64-apple-ios14.0-simulator      aarch64-apple-darwin linker iphonesimulator
        catalyst-arm64           arm64-apple-ios14.0-macabi         aarch64-apple-darwin linker macosx
        catalyst-x86_64          x86_64-apple-ios13.1-macabi        x86_64-apple-darwin  linker macosx
        tvos-arm64               arm64-apple-tvos12.0               aarch64-apple-darwin linker appletvos
        tvos-arm64e              arm64e-apple-tvos12.0              aarch64-apple-darwin probe  appletvos
        tvos-simulator-arm64     arm64-apple-tvos14.0-simulator     aarch64-apple-darwin linker appletvsimulator
        tvos-simulator-x86_64    x86_64-apple-tvos12.0-simulator    x86_64-apple-darwin  linker appletvsimulator
        watchos-armv7k           armv7k-apple-watchos4.0            arm-apple-darwin     probe  watchos
        watchos-arm64_32         arm64_32-apple-watchos5.0          aarch64-apple-darwin linker watchos
        watchos-arm64            arm64-apple-watchos26.0            aarch64-apple-darwin linker watchos
        watchos-simulator-i386   i386-apple-watchos4.0-simulator    i386-apple-darwin    probe  watchsimulator
        watchos-simulator-x86_64 x86_64-apple-watchos4.0-simulator  x86_64-apple-darwin  linker watchsimulator
        watchos-simulator-arm64  arm64-apple-watchos7.0-simulator   aarch64-apple-darwin linker watchsimulator
        visionos-arm64           arm64-apple-xros1.0                aarch64-apple-darwin linker xros
        visionos-simulator-arm64 arm64-apple-xros1.0-simulator      aarch64-apple-darwin linker xrsimulator
        """
        .split(separator: "\n").map { $0.split(separator: " ").map(String.init) }

    @Test func `the table of triples has every Apple target`() {
        #expect(Self.apple.map { $0[0] } == Target.all.filter(\.platform.isApple).map(\.name))
    }

    @Test(arguments: apple) func `on Linux, triples and link mode match the table`(_ row: [String]) async throws {
        let request = ToolchainRequest(target: try Machines.named(row[0]), host: Machines.linux)
        let found = try await Machines.shipped().resolve(request, .imaginary(Machines.digest(1)))
        #expect(found.name == "apple-stub")
        #expect([found.triple, found.hostTriple, found.link.rawValue] == Array(row[1...3]))
    }

    @Test(arguments: apple) func `on macOS, triples and SDKs match the table`(_ row: [String]) async throws {
        let request = ToolchainRequest(target: try Machines.named(row[0]), host: Machines.mac)
        let found = try await Machines.shipped().resolve(request, .imaginary(Machines.digest(1)))
        #expect(found.name == "xcode")
        #expect(found.triple == row[1])
        // For the Mac itself both triples are equal; otherwise configure would not run the programs that it builds.
        #expect(found.hostTriple == (found.target == Machines.mac ? found.buildTriple : row[2]))
        #expect((found.hostTriple == found.buildTriple) == (found.target == Machines.mac))
        switch found.sysroot {
        case .folder(let path): #expect(path.hasSuffix("/SDKs/\(row[4]).sdk"))
        case .stub: #expect(row[4] == "-")
        case .absent, .system, .glibc: Issue.record("\(row[0]) has the sysroot \(found.sysroot)")
        }
    }

    @Test func `Catalyst on macOS searches the SDK's iOS support first`() async throws {
        for (name, isCatalyst) in [("catalyst-arm64", true), ("catalyst-x86_64", true), ("macos-x86_64", false)] {
            let request = ToolchainRequest(target: try Machines.named(name), host: Machines.mac)
            let found = try await Machines.shipped().resolve(request, .imaginary(Machines.digest(1)))
            guard case .folder(let sdk) = found.sysroot else {
                Issue.record("\(name) has no SDK")
                continue
            }
            let support = [
                "-isystem", "\(sdk)/System/iOSSupport/usr/include",
                "-iframework", "\(sdk)/System/iOSSupport/System/Library/Frameworks",
            ]
            let driver = found.driver.map { $0.resolved(root: "/r") }
            #expect(driver == ["--target=\(found.triple)", "-isysroot", sdk] + (isCatalyst ? support : []))
            let ldflags = found.ldflags.map { $0.resolved(root: "/r") }
            #expect(ldflags.contains("-L\(sdk)/System/iOSSupport/usr/lib") == isCatalyst)
        }
    }

    @Test(arguments: [
        (Machines.linux, "linux-gnu-x86_64", true), (Machines.linux, "linux-gnu-aarch64", false),
        (Machines.linuxARM, "linux-gnu-x86_64", false), (Machines.linuxARM, "linux-gnu-aarch64", true),
    ])
    func `Linux targets have their triples, sysroot and emulator on both Linux hosts`(
        _ host: Target, _ name: String, _ isNative: Bool
    )
        async throws
    {
        let target = try Machines.named(name)
        let found = try await Machines.shipped().resolve(
            ToolchainRequest(target: target, host: host), .imaginary(Machines.digest(1)))
        #expect(found.hostTriple == "\(target.architectureWord)-linux-gnu")
        #expect(found.buildTriple == "\(host.architectureWord)-linux-gnu")
        #expect(found.hasMadeSysroot)
        #expect(found.run?.isEmpty == isNative)
    }

    // MARK: Several targets in one call

    @Test func `the targets of ios-universal share one call of the compiler`() async throws {
        let five = TargetGroup.iosUniversal.targets(host: Machines.linux)
        let request = ToolchainRequest(target: five[0], host: Machines.linux)
        let found = try await Machines.shipped().resolve(together: five, request, .imaginary(Machines.digest(1)))
        let words = found.driver.map { $0.resolved(root: "/r") }.joined(separator: " ")
        #expect(
            words == "--no-default-config --target=armv7-apple-ios9.0 -isysroot /r/sysroot -B/r/tools/linker "
                + "--start-no-unused-arguments "
                + "-mlinker-version=820 --ld-path=/r/tools/linker/ld --end-no-unused-arguments "
                + "-arch armv7 -arch armv7s -arch arm64 -arch i386 -arch x86_64")
        #expect(found.link == .probe)
        #expect(found.targets == five)
    }

    @Test(arguments: [
        ("ios-simulator-arm64 ios-simulator-x86_64", "arm64-apple-ios12.0-simulator"),
        ("macos-arm64 macos-x86_64", "arm64-apple-macosx10.13"),
        ("catalyst-x86_64 catalyst-arm64", "arm64-apple-ios13.1-macabi"),
        ("ios-arm64 ios-simulator-x86_64", "arm64-apple-ios12.0"),
        ("ios-simulator-i386 ios-simulator-x86_64", "i386-apple-ios9.0-simulator"),
        ("watchos-armv7k watchos-arm64_32 watchos-simulator-x86_64", "armv7k-apple-watchos4.0"),
        ("macos-x86_64", "x86_64-apple-macosx10.13"),
    ])
    func `targets compiled by one call share a triple with their lowest minimum`(_ names: String, _ triple: String)
        async throws
    {
        let targets = try names.split(separator: " ").map { try Machines.named(String($0)) }
        let request = ToolchainRequest(target: targets[0], host: Machines.linux)
        let found = try await Machines.shipped().resolve(together: targets, request, .imaginary(Machines.digest(1)))
        #expect(found.triple == triple)
        let alone = try await Machines.shipped().resolve(
            ToolchainRequest(target: targets[0], host: Machines.linux), .imaginary(Machines.digest(1)))
        #expect(found.sysroot == alone.sysroot)
    }

    @Test func `each of several targets has its own minimum`() async throws {
        let targets = try ["macos-arm64", "macos-x86_64"].map(Machines.named)
        let found = try await Machines.shipped().resolve(
            together: targets, ToolchainRequest(target: targets[0], host: Machines.linux),
            .imaginary(Machines.digest(1)))
        #expect(targets.map(found.minimum(for:)) == [OSVersion(11), OSVersion(10, 13)])
    }

    @Test(arguments: [
        "ios-arm64 ios-simulator-arm64", "ios-armv7 ios-simulator-arm64", "macos-arm64 ios-simulator-x86_64",
        "catalyst-arm64 ios-simulator-x86_64", "linux-gnu-x86_64 macos-arm64", "ios-arm64 ios-arm64",
        "tvos-arm64 ios-armv7",
    ])
    func `targets that cannot share one call of the compiler are refused`(_ names: String) async throws {
        let targets = try names.split(separator: " ").map { try Machines.named(String($0)) }
        let request = ToolchainRequest(target: targets[0], host: Machines.linux)
        let error = try await #require(throws: ToolchainError.self) {
            try await Machines.shipped().resolve(together: targets, request, .imaginary(Machines.digest(1)))
        }
        #expect(error == .cannotShare(targets))
        #expect(error.hint == "build them as separate slices")
    }
}
