import Basics
import TestSupport
import Testing
import Targets

@testable import ModuleMaps

@Suite struct HeaderMergerTests {
    private let five = Target.classicFive

    private func merged(_ contents: [String: (Target) -> String?]) throws(HeaderMergeError) -> MergedHeaders<String> {
        var slices: [Target: [RelativePath: String]] = [:]
        for target in five {
            slices[target] = [:]
            for (path, content) in contents { slices[target]?[.at(path)] = content(target) }
        }
        return try HeaderMerger(slices: slices).merged()
    }

    @Test func `files that are equal for all targets stay unchanged`() throws {
        let result = try merged(["a.h": { _ in "a" }, "sub/b.h": { _ in "b" }])
        #expect(result.files == ["a.h": .common("a"), "sub/b.h": .common("b")])
        #expect(result.origins.map(\.kind) == [.common, .common])
    }

    @Test func `a header that differs by architecture alone is selected by architecture alone`() throws {
        let result = try merged(["sub/config.h": { "\($0.architecture.pointerWidth)" }])
        let text = """
            /* Differs between the targets that this library was built for. */
            #if (defined(__arm__) && !defined(__ARM_ARCH_7S__) && !defined(__ARM_ARCH_7K__)) || \\
                (defined(__ARM_ARCH_7S__)) || \\
                (defined(__i386__))
            #include "config-armv7_armv7s_i386.h"
            #elif (defined(__aarch64__) && !defined(__arm64e__) && !defined(__ILP32__)) || \\
                (defined(__x86_64__))
            #include "config-arm64_x86_64.h"
            #else
            #error "config.h is not available for this target"
            #endif

            """
        #expect(result.files["sub/config.h"] == .dispatch(text, targets: nil))
        #expect(
            result.files["sub/config-armv7_armv7s_i386.h"]
                == .variant("32", of: "sub/config.h", targets: [five[0], five[1], five[3]]))
        #expect(
            result.files["sub/config-arm64_x86_64.h"]
                == .variant("64", of: "sub/config.h", targets: [five[2], five[4]]))
        #expect(result.files.count == 3)
    }

    @Test func `a function-like macro is tested only where the compiler has it`() throws {
        let targets = ["ios-arm64", "ios-simulator-arm64"].map(Target.named)
        let slices = Dictionary(uniqueKeysWithValues: targets.map { ($0, [RelativePath.at("c.h"): $0.name]) })
        let text = """
            /* Differs between the targets that this library was built for. */
            #if defined(__is_target_environment)
            #if __is_target_environment(macabi)
            #define XBUILD_TARGET_CATALYST 1
            #endif
            #endif
            #if defined(__is_target_environment)
            #if __is_target_environment(simulator)
            #define XBUILD_TARGET_SIMULATOR 1
            #endif
            #endif
            #if defined(__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__) && !defined(XBUILD_TARGET_SIMULATOR) && \
            !defined(XBUILD_TARGET_CATALYST)
            #include "c-ios.h"
            #elif defined(__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__) && defined(XBUILD_TARGET_SIMULATOR)
            #include "c-ios-simulator.h"
            #else
            #error "c.h is not available for this target"
            #endif
            #undef XBUILD_TARGET_CATALYST
            #undef XBUILD_TARGET_SIMULATOR

            """
        #expect(try HeaderMerger(slices: slices).merged().files["c.h"] == .dispatch(text, targets: nil))
    }

    @Test func `a header that only some targets have lists those targets`() throws {
        let result = try merged(["sim.h": { $0.environment == .simulator ? "s" : nil }])
        let origins = result.origins
        #expect(origins.map(\.path) == ["sim-i386_x86_64.h", "sim.h"])
        #expect(origins.map(\.kind) == [.variant, .partial])
        #expect(origins.allSatisfy { $0.targets == [five[3], five[4]] })
        #expect(origins[0].of == "sim.h")
    }

    static let keys: [(name: String, targets: [String], by: @Sendable (Target) -> String, files: [String])] = [
        (
            "family", ["ios-arm64", "macos-arm64", "linux-gnu-aarch64"], { "\($0.platform.isApple)" },
            ["c-apple.h", "c-linux.h", "c.h"]
        ),
        (
            "platform", ["ios-arm64", "macos-arm64", "macos-x86_64"], { $0.platform.rawValue },
            ["c-ios.h", "c-macos.h", "c.h"]
        ),
        (
            "environment", ["linux-gnu-x86_64", "linux-musl-x86_64"], { $0.environment.rawValue },
            ["c-linux-gnu.h", "c-linux-musl.h", "c.h"]
        ),
        (
            "both", ["ios-arm64", "macos-arm64", "macos-x86_64", "linux-gnu-x86_64"],
            { "\($0.name == "macos-x86_64")" },
            ["c-apple-arm64_linux-x86_64.h", "c-apple-x86_64.h", "c.h"]
        ),
        (
            "long", Target.all.map(\.name), { $0.architecture == .arm64 || $0.architecture == .i386 ? "a" : "b" },
            ["c-arm64_i386.h", "c-arm64e_and_9_more.h", "c.h"]
        ),
    ]

    @Test(arguments: keys.indices) func `variants are named by their distinguishing properties`(row: Int) throws {
        let (name, targets, content, files) = Self.keys[row]
        let slices = targets.map { ($0, [RelativePath.at("c.h"): content(.named($0))]) }
        let merged = try HeaderMerger(
            slices: Dictionary(uniqueKeysWithValues: slices.map { (Target.named($0), $1) })
        ).merged()
        #expect(merged.files.keys.sorted().map(\.string) == files, "\(name)")
    }

    @Test func `a variant never has another file's name`() throws {
        let result = try merged([
            "c.h": { "\($0.environment)" }, "c-arm64_armv7_armv7s.h": { _ in "x" },
            "c-armv7_armv7s_arm64.h": { _ in "taken" },
        ])
        #expect(result.files["c-armv7_armv7s_arm64.h"] == .common("taken"))
        #expect(result.files[.at("c-armv7_armv7s_arm64-variant.h")] != nil)
    }

    @Test func `names with no or several suffixes get variants`() throws {
        let result = try merged([
            "vector": { "\($0.environment)" }, ".hidden": { "\($0.environment)" }, "a.inc.h": { "\($0.environment)" },
        ])
        #expect(
            result.files.keys.sorted().map(\.string) == [
                ".hidden", ".hidden-armv7_armv7s_arm64", ".hidden-i386_x86_64", "a.inc-armv7_armv7s_arm64.h",
                "a.inc-i386_x86_64.h", "a.inc.h", "vector", "vector-armv7_armv7s_arm64", "vector-i386_x86_64",
            ])
    }

    @Test func `an installed module map is dropped and listed as dropped`() throws {
        let result = try merged(["a.h": { _ in "a" }, "module.modulemap": { _ in "m" }])
        #expect(result.dropped == ["module.modulemap"])
        #expect(result.files.keys.map(\.string) == ["a.h"])
    }

    @Test func `a file of one target that is a folder of another is an error`() {
        #expect(throws: HeaderMergeError.fileAndFolder("a", below: "a/b.h")) {
            try merged([
                "a": { $0.architecture == .armv7 ? "x" : nil }, "a/b.h": { $0.architecture == .arm64 ? "x" : nil },
            ])
        }
    }

    @Test func `a name that no include can contain is an error only if the header differs`() throws {
        let odd = RelativePath.at("a\"b.h")
        #expect(throws: HeaderMergeError.unusableName(odd)) { try merged([odd.string: { $0.name }]) }
        #expect(try merged([odd.string: { _ in "same" }]).files == [odd: .common("same")])
    }
}
