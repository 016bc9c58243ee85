import Basics
import Foundation
import Targets
import Testing

@testable import Toolchains

@Suite struct StubSysrootTests {
    private static func stub(_ family: StubSysroot.Family) -> StubSysroot {
        StubSysroot(
            family: family, headers: "wheel/include", library: "wheel/lib/libSystem.tbd", version: OSVersion(18, 5),
            catalystVersion: family == .macOS ? OSVersion(19) : nil)
    }

    private static let members: [RelativePath] = [
        "wheel/include/stdio.h", "wheel/include/sys/cdefs.h", "wheel/include/sys/stat.h", "wheel/lib/libSystem.tbd",
        "wheel/lib/other.tbd", "wheel/includes.txt",
    ]

    @Test func `the layout for iOS copies headers and rewrites sys/cdefs.h and the library`() throws {
        let layout = try Self.stub(.iOS).layout(members: Self.members)
        #expect(
            layout.copies == [
                "usr/include/stdio.h": "wheel/include/stdio.h", "usr/include/sys/stat.h": "wheel/include/sys/stat.h",
            ])
        #expect(
            layout.rewrites == [
                "usr/lib/libSystem.tbd": .init(source: "wheel/lib/libSystem.tbd", kind: .library),
                "usr/include/sys/cdefs.h": .init(source: "wheel/include/sys/cdefs.h", kind: .conformance),
            ])
        #expect(layout.links["usr/lib/libm.tbd"] == "libSystem.tbd")
        #expect(layout.links["usr/lib/libpthread.tbd"] == "libSystem.tbd")
        #expect(layout.links["usr/lib/libc++.1.tbd"] == "libc++.tbd" && layout.contents["usr/lib/libc++.tbd"] != nil)
    }

    @Test func `the layout for macOS copies all headers unchanged`() throws {
        let layout = try Self.stub(.macOS).layout(members: Self.members)
        #expect(layout.copies["usr/include/sys/cdefs.h"] == "wheel/include/sys/cdefs.h")
        #expect(Array(layout.rewrites.keys) == ["usr/lib/libSystem.tbd"])
    }

    @Test(arguments: [
        ([1, 2], StubSysrootError.missing("wheel/lib/libSystem.tbd")), ([3], .missing("wheel/include")),
        ([0, 3], .missing("wheel/include/sys/cdefs.h")), ([], .missing("wheel/lib/libSystem.tbd")),
    ])
    func `an incomplete wheel is refused`(_ indices: [Int], _ error: StubSysrootError) {
        #expect(throws: error) { try Self.stub(.iOS).layout(members: indices.map { Self.members[$0] }) }
    }

    private static let library = """
        --- !tapi-tbd
        tbd-version:     4
        targets:         [ x86_64-macos, x86_64-maccatalyst, arm64-macos, 
                           arm64e-macos ]
        install-name:    '/usr/lib/libSystem.B.dylib'
        exports:
          - targets:         [ x86_64-macos, x86_64-maccatalyst ]
            symbols:         [ '_stat$INODE64', 
                               _intel_only ]
          - targets:         [ x86_64-macos, 
                               arm64-macos ]
            symbols:         [ _stat, '$ld$hide$os10.5$_a', '$ld$hide$os10.6$_a' ]
        --- !tapi-tbd
        targets:         [ arm64-macos ]
        weak:
          - targets:         [ x86_64-macos ]
            symbols:         [ _gone ]
        reexports:
          - targets:         [ arm64-macos ]
            weak-symbols:    [ _kept ]
        ...

        """

    @Test func `the library of a platform without 32-bit ARM lists its targets`() throws {
        let list = "[ arm64-xros, arm64-xros-simulator ]"
        let expected = """
            --- !tapi-tbd
            tbd-version:     4
            targets:         \(list)
            install-name:    '/usr/lib/libSystem.B.dylib'
            exports:
              - targets:         \(list)
                symbols:         [ _stat, '$ld$none$os10.5$_a', '$ld$none$os10.6$_a' ]
            --- !tapi-tbd
            targets:         \(list)
            reexports:
              - targets:         \(list)
                weak-symbols:    [ _kept ]
            ...

            """
        #expect(try Self.rewritten(Self.library, .visionOS) == expected)
    }

    @Test func `the library of a platform with 32-bit ARM has its own functions`() throws {
        let text = try Self.rewritten(Self.library, .iOS)
        let division = """
            exports:
              - targets:         [ armv7-ios, armv7s-ios ]
                symbols:         [ ___divmodsi4, ___divsi3, ___modsi3, ___udivmodsi4, ___udivsi3, ___umodsi3, \
            __Unwind_SjLj_ForcedUnwind, __Unwind_SjLj_RaiseException, __Unwind_SjLj_Register, __Unwind_SjLj_Resume, \
            __Unwind_SjLj_Resume_or_Rethrow, __Unwind_SjLj_Unregister ]
              - targets:         [ armv7-ios, armv7s-ios, arm64-ios, arm64e-ios, i386-ios-simulator, x86_64-ios-simulator, \
            arm64-ios-simulator ]
                symbols:         [ _stat, 
            """
        #expect(text.contains(division))
        #expect(text.components(separatedBy: "___divsi3").count == 2)
        #expect(!text.contains("macos"))
        #expect(!text.contains("INODE64"))
    }

    @Test func `the library of macOS is unchanged`() throws {
        #expect(try Self.rewritten(Self.library, .macOS) == Self.library)
    }

    private static func rewritten(_ text: String, _ family: StubSysroot.Family) throws -> String {
        let rewrite = StubSysroot.Rewrite(source: "a.tbd", kind: .library)
        return String(decoding: try stub(family).rewritten(Array(text.utf8), rewrite), as: UTF8.self)
    }

    @Test(arguments: ["", "\n", "not a library", "targets: [", "exports:\n  - targets: [ arm64-macos,\n", "exports:\n"])
    func `a library that is not in the expected form is refused`(_ text: String) {
        #expect(throws: StubSysrootError.unexpected("a.tbd")) { try Self.rewritten(text, .iOS) }
    }

    @Test func `a truncated library does not crash the rewrite`() {
        let bytes = Array(Self.library.utf8)
        for length in bytes.indices {
            let rewrite = StubSysroot.Rewrite(source: "a.tbd", kind: .library)
            _ = try? Self.stub(.iOS).rewritten(Array(bytes[..<length]), rewrite)
        }
    }

    @Test func `conformance macros are set to 1`() throws {
        let text = """
            #if defined(__i386__)
            #define __DARWIN_ONLY_64_BIT_INO_T      0
            #else
            #define __DARWIN_ONLY_64_BIT_INO_T      1
            #endif
            #define __DARWIN_OTHER 0
            #if __DARWIN_ONLY_64_BIT_INO_T
            """
        let rewrite = StubSysroot.Rewrite(source: "cdefs.h", kind: .conformance)
        let result = try Self.stub(.tvOS).rewritten(Array(text.utf8), rewrite)
        #expect(
            String(decoding: result, as: UTF8.self)
                == text.replacingOccurrences(of: "INO_T      0", with: "INO_T      1"))
        #expect(throws: StubSysrootError.unexpected("cdefs.h")) {
            try Self.stub(.tvOS).rewritten(Array("int x;".utf8), rewrite)
        }
    }

    @Test func `SDKSettings.json has the keys that clang reads`() throws {
        let layout = try Self.stub(.macOS).layout(members: Self.members)
        let json = try JSONSerialization.jsonObject(with: Data(#require(layout.contents["SDKSettings.json"])))
        let settings = try #require(json as? [String: Any])
        #expect(settings["Version"] as? String == "18.5")
        #expect(settings["MaximumDeploymentTarget"] as? String == "18.5.99")
        #expect(settings["CanonicalName"] as? String == "macosx18.5")
        let map = settings["VersionMap"] as? [String: [String: String]]
        #expect(map?["macOS_iOSMac"] == ["18.5": "19.0"])
        let other = try Self.stub(.watchOS).layout(members: Self.members)
        #expect(
            try !String(decoding: #require(other.contents["SDKSettings.json"]), as: UTF8.self).contains("VersionMap"))
    }

    @Test func `each SDK family's library lists the architectures of its targets`() {
        for target in Target.all where target.platform.isApple {
            let family = StubSysroot.Family(target)
            let own = family.libraryTargets.filter { $0.hasPrefix("\(target.architecture.rawValue)-") }
            #expect(!own.isEmpty, "\(target)")
        }
        #expect(StubSysroot.Family.macOS.libraryTargets.contains("arm64-maccatalyst"))
        #expect(StubSysroot.Family.watchOS.libraryTargets.contains("arm64_32-watchos"))
        #expect(StubSysroot.Family.tvOS.libraryTargets.contains("x86_64-tvos-simulator"))
    }
}
