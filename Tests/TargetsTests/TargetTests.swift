import Foundation
import Testing

@testable import Targets

@Suite struct TargetTests {
    @Test func `only existing combinations are targets`() {
        let pairs = Platform.allCases.flatMap { platform in Environment.allCases.map { (platform, $0) } }
        for (platform, environment) in pairs {
            let architectures = Target.architectures(of: platform, environment)
            #expect(architectures.isEmpty != platform.environments.contains(environment))
            for architecture in Architecture.allCases {
                let exists = Target(architecture, platform, environment) != nil
                #expect(exists == architectures.contains(architecture))
            }
        }
        #expect(Target(.armv7, .macOS) == nil)
        #expect(Target(.x86_64, .linux, .simulator) == nil)
    }

    @Test(arguments: [
        (Architecture.arm64, Platform.iOS, "ios-arm64"), (.x86_64, .linux, "linux-gnu-x86_64"),
        (.x86_64, .windows, "windows-msvc-x86_64"), (.armv7, .android, "android-armv7"),
    ])
    func `the default environment may be omitted`(_ architecture: Architecture, _ platform: Platform, _ name: String) {
        #expect(Target(architecture, platform)?.name == name)
    }

    @Test(arguments: Target.all) func `a target's name and JSON are read as the same target`(_ target: Target) throws {
        #expect(Target(target.name) == target)
        let json = try JSONEncoder().encode([target])
        #expect(String(decoding: json, as: UTF8.self) == "[\"\(target.name)\"]")
        #expect(try JSONDecoder().decode([Target].self, from: json) == [target])
    }

    @Test func `an unknown name is no target`() {
        #expect(Target("ios-riscv64") == nil)
        #expect(Target("") == nil)
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Target].self, from: Data(#"["ios"]"#.utf8)) }
    }

    @Test func `the host is the machine that runs this test`() throws {
        var system = utsname()
        uname(&system)
        let machine = withUnsafeBytes(of: &system.machine) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        #expect(Target.host.architecture == Architecture(spelling: machine))
        #expect(Target.all.contains(Target.host))
        #expect(Target.host.platform.isApple == (Target.host.platform == .macOS))
    }

    @Test(arguments: Architecture.allCases) func `an architecture's raw value is read as that architecture`(
        _ architecture: Architecture
    ) {
        #expect(Architecture(spelling: architecture.rawValue) == architecture)
    }
}

@Suite struct OSVersionTests {
    @Test(arguments: [
        ("15", "15.0"), ("15.0", "15.0"), ("10.15.4", "10.15.4"), ("10.15.0", "10.15"), ("0", "0.0"), ("09.1", "9.1"),
    ])
    func `a version is written with two numbers, or with three if the third is not zero`(
        _ text: String, _ written: String
    ) {
        #expect(OSVersion(text)?.description == written)
    }

    @Test(arguments: ["", ".", "15.", ".5", "1.2.3.4", "-1", "+1", "1e3", "123456", "15.0 ", "１５", "a"])
    func `a malformed version is refused`(_ text: String) {
        #expect(OSVersion(text) == nil)
    }

    @Test func `version numbers compare by value`() {
        let versions = ["9.3", "10.0", "10.2", "10.15", "10.15.1", "11.0"].compactMap(OSVersion.init)
        #expect(versions.count == 6)
        #expect(versions.reversed().sorted() == versions)
    }

    @Test func `a version is a string in JSON`() throws {
        let data = try JSONEncoder().encode([OSVersion(10, 15, 4)])
        #expect(String(decoding: data, as: UTF8.self) == #"["10.15.4"]"#)
        #expect(try JSONDecoder().decode([OSVersion].self, from: data) == [OSVersion(10, 15, 4)])
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([OSVersion].self, from: Data(#"["x"]"#.utf8)) }
    }
}
