import Actions
import Basics
import Foundation
import ObjectFiles
import Packages
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

@Suite(.tags(.process)) struct XCFrameworkTests {
    static let identifiers: [(platform: Platform, environment: Targets.Environment, [String], String)] = [
        (.iOS, .device, ["armv7s", "armv7", "arm64"], "ios-arm64_armv7_armv7s"),
        (.iOS, .simulator, ["x86_64", "i386", "arm64"], "ios-arm64_i386_x86_64-simulator"),
        (.iOS, .macCatalyst, ["x86_64", "arm64"], "ios-arm64_x86_64-maccatalyst"),
        (.watchOS, .device, ["armv7k", "arm64_32", "arm64"], "watchos-arm64_arm64_32_armv7k"),
        (.visionOS, .device, ["arm64"], "xros-arm64"),
        (.visionOS, .simulator, ["arm64"], "xros-arm64-simulator"),
        (.macOS, .device, ["x86_64", "arm64", "arm64e"], "macos-arm64_arm64e_x86_64"),
        (.tvOS, .simulator, ["arm64"], "tvos-arm64-simulator"),
    ]

    @Test(arguments: identifiers.indices)
    func `libraries are identified by system, sorted architectures and variant`(row: Int) throws {
        let (platform, environment, architectures, expected) = Self.identifiers[row]
        let system = try #require(XCFrameworkInfo.System(platform, environment))
        let library = XCFrameworkInfo.Library(system: system, architectures: Set(architectures), path: "libX.a")
        #expect(library.identifier == expected)
    }

    /// The keys of `Info.plist`, for Foundation's encoder.
    private struct Reference: Encodable {
        struct Library: Encodable {
            var LibraryIdentifier: String
            var SupportedPlatform: String
            var SupportedArchitectures: [String]
            var SupportedPlatformVariant: String?
            var LibraryPath: String
            var BinaryPath: String
            var HeadersPath: String?
        }

        var XCFrameworkFormatVersion = "1.0"
        var AvailableLibraries: [Library]
        var CFBundlePackageType = "XFWK"
    }

    @Test func `the property list has the bytes of Foundation's encoder`() throws {
        let system = try #require(XCFrameworkInfo.System(.iOS, .simulator))
        let library = XCFrameworkInfo.Library(
            system: system, architectures: ["x86_64", "arm64"], path: "lib<&>.a", headersPath: "Headers")
        let encoder = PropertyListEncoder()
        encoder.outputFormat = .xml
        let reference = Reference(AvailableLibraries: [
            .init(
                LibraryIdentifier: "ios-arm64_x86_64-simulator", SupportedPlatform: "ios",
                SupportedArchitectures: ["arm64", "x86_64"], SupportedPlatformVariant: "simulator",
                LibraryPath: "lib<&>.a", BinaryPath: "lib<&>.a", HeadersPath: "Headers")
        ])
        let expected = String(decoding: try encoder.encode(reference), as: UTF8.self)
        #expect(XCFrameworkInfo(libraries: [library]).text == expected)
    }

    private static let apple = [
        "ios-arm64", "ios-armv7", "ios-simulator-arm64", "ios-simulator-x86_64", "macos-arm64", "macos-x86_64",
        "catalyst-arm64", "watchos-arm64_32", "visionos-arm64",
    ]

    private func sample(_ headers: [String: String], style: LibraryStyle = .library) async throws -> PackageSample {
        let sample = try PackageSample(
            Self.apple, headers: headers, source: "int tiny_one(int x) { return x + 1; }")
        try await sample.make(
            MakeXCFramework.self, .init(facts: sample.facts, slices: sample.slices, style: style))
        return sample
    }

    @Test func `each platform and variant has one library, and plistlib and plutil read the list`() async throws {
        let sample = try await sample(["tiny.h": "int tiny_one(int x);\n"])
        let root = "xcframework/Tiny.xcframework"
        let script = """
            import plistlib, sys
            plist = plistlib.load(open(sys.argv[1], "rb"))
            assert plist["CFBundlePackageType"] == "XFWK" and plist["XCFrameworkFormatVersion"] == "1.0"
            for each in plist["AvailableLibraries"]:
                print(each["LibraryIdentifier"], each["SupportedPlatform"], each.get("SupportedPlatformVariant", "-"),
                      each["LibraryPath"], each["BinaryPath"], each["HeadersPath"])
            """
        let rows = try sample.bench.tool("python3", "-c", script, "\(root)/Info.plist").split(separator: "\n")
        #expect(
            rows == [
                "ios-arm64-maccatalyst ios maccatalyst libTiny.a libTiny.a Headers",
                "ios-arm64_armv7 ios - libTiny.a libTiny.a Headers",
                "ios-arm64_x86_64-simulator ios simulator libTiny.a libTiny.a Headers",
                "macos-arm64_x86_64 macos - libTiny.a libTiny.a Headers",
                "watchos-arm64_32 watchos - libTiny.a libTiny.a Headers",
                "xros-arm64 xros - libTiny.a libTiny.a Headers",
            ])
        for row in rows {
            let identifier = row.split(separator: " ")[0]
            let names = Set(try sample.listing("\(root)/\(identifier)"))
            #expect(
                names == [
                    "Headers/Tiny/module.modulemap", "Headers/Tiny/tiny.h", "PrivacyInfo.xcprivacy", "libTiny.a",
                ])
            let words = try sample.bench.tool("llvm-lipo-22", "-archs", "\(root)/\(identifier)/libTiny.a")
            let found = words.split(whereSeparator: \.isWhitespace).sorted().joined(separator: "_")
            #expect(identifier.contains("-\(found)"))
        }
        if (try? sample.bench.tool("plutil", "-help")) != nil {
            try sample.bench.tool("plutil", "-lint", "\(root)/Info.plist")
        }
    }

    static let layouts: [(name: String, headers: [String: String], use: String, map: String)] = [
        (
            "top-level headers that include each other in angle brackets",
            ["a.h": "#include <b.h>\nint tiny_one(Number x);\n", "b.h": "typedef int Number;\n"],
            "#include <Tiny/a.h>", "Headers/Tiny/module.modulemap"
        ),
        (
            "a top-level header that includes a header of a folder",
            ["tiny.h": "#include \"tiny/b.h\"\nint tiny_one(Number x);\n", "tiny/b.h": "typedef int Number;\n"],
            "#include <Tiny/tiny.h>", "Headers/Tiny/module.modulemap"
        ),
        (
            "one folder, whose name differs from the module's only in case",
            ["tiny/a.h": "#include <tiny/b.h>\nint tiny_one(Number x);\n", "tiny/b.h": "typedef int Number;\n"],
            "#include <tiny/a.h>", "Headers/tiny/module.modulemap"
        ),
        (
            "several folders",
            ["one/a.h": "#include <two/b.h>\nint tiny_one(Number x);\n", "two/b.h": "typedef int Number;\n"],
            "#include <one/a.h>", "Headers/Tiny/module.modulemap"
        ),
    ]

    @Test(arguments: layouts.indices)
    func `with -I Headers, clang finds the module and compiles it for every slice`(row: Int) async throws {
        let (name, headers, use, map) = Self.layouts[row]
        let sample = try await sample(headers)
        let root = "xcframework/Tiny.xcframework"
        try sample.bench.write(Array("\(use)\nint f(void) { return tiny_one(1); }\n".utf8), to: "use.c")
        for (identifier, triple) in [
            ("ios-arm64_armv7", "arm64-apple-ios16.0"), ("ios-arm64_armv7", "armv7-apple-ios10.0"),
            ("ios-arm64_x86_64-simulator", "x86_64-apple-ios16.0-simulator"),
            ("ios-arm64-maccatalyst", "arm64-apple-ios16.0-macabi"), ("macos-arm64_x86_64", "arm64-apple-macosx13.0"),
            ("watchos-arm64_32", "arm64_32-apple-watchos9.0"), ("xros-arm64", "arm64-apple-xros1.0"),
        ] {
            let slice = "\(root)/\(identifier)"
            #expect(FileManager.default.fileExists(atPath: sample.bench.root.appending(path: "\(slice)/\(map)").path))
            try sample.bench.tool(
                "clang", "-target", triple, "-nostdlibinc", "-x", "c", "-Xclang", "-emit-module", "-fmodules",
                "-fmodule-name=Tiny", "-I", "\(slice)/Headers", "-c", "-o", "Tiny.pcm", "\(slice)/\(map)")
            let plain = ["clang", "-target", triple, "-fsyntax-only", "-Werror", "-I", "\(slice)/Headers", "use.c"]
            for words in [plain, plain + ["-fmodules", "-fmodules-cache-path=cache"]] {
                let result = try sample.bench.run(words)
                #expect(result.status == 0, "\(name) \(triple): \(result.output)")
            }
        }
    }

    @Test(arguments: layouts.indices)
    func `clang imports the frameworks, which contain Versions on macOS and Catalyst`(row: Int) async throws {
        let (_, headers, _, _) = Self.layouts[row]
        let sample = try await sample(headers, style: .framework)
        let root = "xcframework/Tiny.xcframework"
        try sample.bench.write(Array("@import Tiny;\nint f(void) { return tiny_one(1); }\n".utf8), to: "use.m")
        for (identifier, triple) in [
            ("ios-arm64_armv7", "arm64-apple-ios16.0"), ("macos-arm64_x86_64", "arm64-apple-macosx13.0"),
            ("ios-arm64-maccatalyst", "arm64-apple-ios16.0-macabi"),
        ] {
            try sample.bench.tool(
                "clang", "-target", triple, "-nostdlibinc", "-fsyntax-only", "-Werror", "-fmodules",
                "-fmodules-cache-path=cache", "-F", "\(root)/\(identifier)", "use.m")
        }
        let phone = try sample.listing("\(root)/ios-arm64_armv7/Tiny.framework")
        #expect(Set(phone).isSuperset(of: ["Info.plist", "Modules/module.modulemap", "PrivacyInfo.xcprivacy", "Tiny"]))
        for identifier in ["macos-arm64_x86_64", "ios-arm64-maccatalyst"] {
            let mac = try sample.listing("\(root)/\(identifier)/Tiny.framework")
            let links = ["Headers@", "Modules@", "Resources@", "Tiny@", "Versions/Current@"]
            #expect(mac.filter { $0.hasSuffix("@") } == links)
            #expect(
                Set(mac).isSuperset(of: [
                    "Versions/A/Resources/Info.plist", "Versions/A/Resources/PrivacyInfo.xcprivacy", "Versions/A/Tiny",
                ]))
        }
        let plist = String(decoding: try sample.bench.bytes("\(root)/Info.plist"), as: UTF8.self)
        #expect(plist.contains("<string>Tiny.framework/Versions/A/Tiny</string>") && !plist.contains("HeadersPath"))
    }

    @Test func `a privacy manifest lists the recipe's reasons and the API kinds of used symbols`() async throws {
        let sample = try PackageSample(
            ["ios-arm64"],
            source: """
                struct stat; int stat(const char *, struct stat *); unsigned long mach_absolute_time(void);
                int tiny_one(int x) { return stat("x", 0) + (int)mach_absolute_time(); }
                """)
        try await sample.make(
            MakeXCFramework.self,
            .init(
                facts: sample.facts, slices: sample.slices,
                privacy: [.fileTimestamp: ["C617.1"], .userDefaults: ["CA92.1"]]))
        let script = """
            import plistlib, sys
            for each in plistlib.load(open(sys.argv[1], "rb"))["NSPrivacyAccessedAPITypes"]:
                print(each["NSPrivacyAccessedAPIType"][28:], *each["NSPrivacyAccessedAPITypeReasons"])
            """
        let file = "xcframework/Tiny.xcframework/ios-arm64/PrivacyInfo.xcprivacy"
        #expect(
            try sample.bench.tool("python3", "-c", script, file)
                == "FileTimestamp C617.1\nSystemBootTime\nUserDefaults CA92.1\n")
        #expect(
            sample.run.lines.contains(
                "`ios`: system-boot-time (_mach_absolute_time): give a reason, one of 35F9.1, 3D61.1, 8FFB.1"))
    }

    @Test func `a missing archive fails the step, and the error contains its path`() async throws {
        let sample = try PackageSample(["ios-arm64"])
        let slices = sample.slices + [PackageSlice(target: .named("macos-arm64"))]
        let outcome = try await sample.make(MakeXCFramework.self, .init(facts: sample.facts, slices: slices))
        #expect(outcome.failure == .build)
        #expect(sample.run.lines.last == "error: `archives/macos/libTiny.a` does not exist")
    }
}
