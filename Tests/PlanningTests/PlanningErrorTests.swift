import Basics
import Planning
import Targets
import Testing

@testable import Recipes

/// The errors of planning, and their messages.
@Suite struct PlanningErrorTests {
    private static func error(build: [String]) async throws -> PlanningError? {
        let package = try await Samples.package(try Samples.example(build: build), ["ios-arm64", "linux-gnu-x86_64"])
        return Self.error(Samples.request(package))
    }

    private static func error(_ request: PlanRequest) -> PlanningError? {
        do throws(PlanningError) {
            _ = try Planner.plan(request)
            return nil
        } catch {
            return error
        }
    }

    // MARK: Flags

    private static let unsafe = [
        " ", #"\t"#, #"\n"#, #"\""#, "'", "$", "`", #"\\"#, ";", "|", "&", "<", ">", "(", ")", "*", "?", "[", "]", "#",
        "~",
        "!", "{", "}", #"'\u0301"#, #"\r"#, #"\u0001"#, #"\u007f"#,
    ]

    @Test(arguments: ["cflags", "ldflags", "defines"]) func `flags that make would split or expand are refused`(
        _ key: String
    ) async throws {
        for sign in Self.unsafe {
            let found = try await Self.error(build: [#"\#(key): "A=\#(sign)B""#])
            guard case .unsafeFlag = found else {
                Issue.record("\(key) with \(sign): \(String(describing: found))")
                continue
            }
        }
    }

    @Test(arguments: [
        "cflags: -DA=b,c:d@e%f^g+h/i-j_k.l", "cflags: [-isystem, include]", "ldflags: -Wl,-z,now", "defines: [A, B=1]",
        "cflags: -DNAME=é", #"cflags: [-include, "${FILES}/a.h"]"#, "ldflags: -L${SOURCE}/${ARCH}",
    ])
    func `harmless flags are accepted`(_ line: String) async throws {
        #expect(try await Self.error(build: [line]) == nil)
    }

    @Test(arguments: [
        (#"cflags: "-DA=$(touch x)""#, "the recipe `example` puts `-DA=$(touch x)` into CFLAGS"),
        (#"ldflags: ["-Wl,-z,now", "a b"]"#, "the recipe `example` puts `a b` into LDFLAGS"),
        (#"cflags: "-DA\n-DB""#, #"the recipe `example` puts `-DA\n-DB` into CFLAGS"#),
        (#"defines: "A='b'""#, "the recipe `example` puts `-DA='b'` into CPPFLAGS"),
    ])
    func `the error names the unsafe flag`(_ line: String, _ words: String) async throws {
        let error = try await Self.error(build: [line])
        #expect(error?.description == "\(words), which make would split or expand")
        #expect(error?.hint == "leave out spaces, quotes, `$`, `\\` and other special characters of the shell")
    }

    // MARK: Other errors

    @Test func `a version without sources is an error`() async throws {
        let package = try await Samples.package(try Samples.example(), ["linux-gnu-x86_64"])
        let version = RecipeVersion(version: package.choice.version.version, sources: [], patches: [])
        let empty = PackageRequest(
            recipe: package.recipe, folder: package.folder, choice: RecipeChoice(version: version, options: [:]),
            slices: package.slices)
        let error = Self.error(Samples.request(empty))
        #expect(error?.description == "the recipe `example` has no source for this version")
        #expect(error?.hint == nil)
    }

    @Test func `a library of the toolchain without a digest is an error`() async throws {
        var request = Samples.request(try await Samples.package(try Samples.example(), ["linux-gnu-x86_64"]))
        let path = "/swift/usr/lib/clang/21/lib/linux/libclang_rt.builtins-x86_64.a"
        try #require(request.digests.removeValue(forKey: path) != nil)
        let error = Self.error(request)
        #expect(error == .unknownFile(path))
        #expect(error?.description == "`\(path)` was not read before planning")
        #expect(error?.hint == nil)
    }

    @Test func `targets with different settings cannot share a build`() throws {
        let name = try #require(PackageName("example"))
        let targets = try ["ios-arm64", "ios-armv7", "ios-simulator-i386"].map(Machines.named)
        let error = PlanningError.differentSettings(name, targets)
        #expect(
            error.description == "the recipe `example` has different settings for `ios-arm64`, `ios-armv7`, "
                + "`ios-simulator-i386`, which it builds together")
        #expect(error.hint == "write `slices: separate`, or make the `when:` entries agree")
    }

    @Test func `targets share a build when the recipe's settings for them are equal`() throws {
        let recipe = try Samples.example(when: ["{ architecture: armv7, cflags: -mfpu=neon }"])
        let choice = try recipe.choice(for: RecipeRequest(name: recipe.name))
        let resolved = try ["ios-arm64", "ios-simulator-x86_64", "ios-armv7"].map {
            try recipe.resolved(choice, target: try Machines.named($0), toolchain: "xcode")
        }
        #expect(try ResolvedRecipe.shared(by: Array(resolved[...1])) == resolved[0])
        #expect(throws: PlanningError.differentSettings(recipe.name, resolved.map(\.target))) {
            try ResolvedRecipe.shared(by: resolved)
        }
        #expect(try ResolvedRecipe.shared(by: []) == nil)
    }
}
