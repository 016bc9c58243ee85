import Basics
import Documents
@testable import Recipes
import Targets
import TestSupport
import Testing

/// Reads valid recipes, and damaged recipes without a crash.
@Suite struct ReadingTests {
    @Test func `every kind of source is read`() throws {
        let digest = Samples.digest
        let sources = """
                sources:
                  - url: https://example.org/a.tar.gz
                    mirrors: [http://mirror.example.org/a.tar.gz]
                    sha256: \(digest)
                  - debian: { package: liba, version: 1:1.0.0-2, file: a_1.0.0.orig.tar.xz, suite: [trixie, bookworm] }
                    sha256: \(digest.uppercased())
                    strip: 0
                  - pypi: { package: a_b, version: 1.0.0, file: a_b-1.0.0-py3-none-any.whl }
                    sha256: "\(digest)"
                  - path: archives/a.tar.gz
                    sha256: \(digest)
                    strip: 2
            """
        let text = Samples.text().replacing("    sources: [{ path: a.tar.gz, sha256: \(digest) }]", with: sources)
        let version = try #require(try Samples.read(text).recipe.versions.first)
        #expect(version.sources.map(\.strip) == [1, 0, 1, 2])
        #expect(Set(version.sources.map(\.sha256.hex)) == [digest])
        let places = version.sources.map(\.place)
        guard case .url(let addresses) = places[0], case .debian(let debian) = places[1],
            case .pypi(let wheel) = places[2], case .path(let path) = places[3]
        else {
            Issue.record("the places are \(places)")
            return
        }
        #expect(addresses.map(\.string) == ["https://example.org/a.tar.gz", "http://mirror.example.org/a.tar.gz"])
        #expect(debian.package == "liba")
        #expect(debian.version == "1:1.0.0-2")
        #expect(debian.file.string == "a_1.0.0.orig.tar.xz")
        #expect(debian.suites == ["trixie", "bookworm"])
        #expect(wheel.package == "a_b")
        #expect(wheel.version == "1.0.0")
        #expect(wheel.file?.string == "a_b-1.0.0-py3-none-any.whl")
        #expect(path == "archives/a.tar.gz")
    }

    @Test func `the optional keys of a recipe are read`() throws {
        let text = Samples.text(
            build: """
                  bootstrap: true
                  make: [all, V=1]
                  install: [install-libs, install-headers]
                  slices: together
                """,
            rest: "homepage: https://example.org/\ntests:\n  configure: --enable-tests\n  make: [check, V=1]"
        ).replacing(
            "module: example }",
            with: "module: Example, link: [m, z], frameworks: [Security], textual: ['*_inl.h'], excluded: [x.h] }")
        let recipe = try Samples.read(text).recipe
        #expect(recipe.name.string == "example")
        #expect(recipe.summary == "an example")
        #expect(recipe.license.string == "MIT")
        #expect(recipe.homepage?.string == "https://example.org/")
        let autotools = Autotools<RecipeVariable>(
            bootstrap: true, make: ["all", "V=1"], install: ["install-libs", "install-headers"], isInSource: false)
        #expect(recipe.build == .autotools(autotools))
        #expect(recipe.slices == .together)
        #expect(recipe.products.module.string == "Example")
        #expect(recipe.products.libraries == ["libexample.a"])
        #expect(recipe.products.links == ["m", "z"])
        #expect(recipe.products.frameworks == ["Security"])
        #expect(recipe.products.textual.map(\.path.string) == ["*_inl.h"])
        #expect(recipe.products.excluded.map(\.path.string) == ["x.h"])
        #expect(recipe.licenseFiles == ["COPYING"])
        let tests = LibraryTests<RecipeVariable>(
            configure: ["--enable-tests"], arguments: ["check", "V=1"], needsTracing: false)
        #expect(recipe.tests == tests)
        #expect(recipe.targets == [.group(.linux)])
    }

    @Test func `versions that look like numbers stay text`() throws {
        let recipe = try Samples.recipe(versions: ["1.10", "1.9", "20240722"])
        #expect(recipe.versions.map(\.version.string) == ["1.10", "1.9", "20240722"])
        #expect(recipe.defaultVersion.string == "20240722")
    }

    @Test func `a target named twice gives a warning and is used once`() throws {
        let file = try Samples.read(Samples.text().replacing("[linux]", with: "[linux, macos, linux]"))
        #expect(
            file.warnings.map { $0.rendered(in: file.source) } == [
                """
                recipe.yaml:10:25: warning: duplicate target
                  10 | targets: [linux, macos, linux]
                     |                         ^~~~~
                recipe.yaml:10:11: note: first named here
                  10 | targets: [linux, macos, linux]
                     |           ^~~~~
                """
            ])
        let host = try Samples.target("linux-gnu-x86_64")
        #expect(file.recipe.defaultTargets(host: host).map(\.name).count == 4)
    }

    @Test func `default targets depend on the host`() throws {
        let recipe = try Samples.read(Samples.text().replacing("[linux]", with: "[host, macos-arm64]")).recipe
        let hosts = try ["linux-gnu-aarch64", "macos-arm64"].map(Samples.target)
        let names = hosts.map { recipe.defaultTargets(host: $0).map(\.name) }
        #expect(names == [["linux-gnu-aarch64", "macos-arm64"], ["macos-arm64"]])
    }

    @Test func `errors of structure do not hide errors of meaning`() {
        let text = Samples.text(build: "  bootstrap: maybe", rest: "when:\n  - option: x\n    cflags: -O1")
        #expect(Samples.faults(text) == ["expected `true` or `false`, found `maybe`", "unknown option `x`"])
    }

    @Test func `every truncated recipe is read or refused with a message`() throws {
        let text = Samples.text(rest: ResolutionTests.options)
        for length in stride(from: 0, to: text.utf8.count, by: 7) {
            let bytes = Array(text.utf8.prefix(length))
            do {
                _ = try Recipe.read(bytes, file: "recipe.yaml")
            } catch {
                #expect(!error.diagnostics.isEmpty)
            }
        }
    }

    /// The seed is fixed, so every run makes the same changes.
    @Test func `changed bytes never crash the reader`() {
        let text = Array(Samples.text(rest: ResolutionTests.options).utf8)
        var random = SeededRandom(seed: 2024)
        for _ in 0..<400 {
            var bytes = text
            for _ in 0..<4 {
                bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            for _ in 0..<4 {
                bytes[Int.random(in: bytes.indices, using: &random)] =
                    "[]{}:,\"'&*!|>-?#%\n\t ".utf8.randomElement(using: &random) ?? 0
            }
            do {
                _ = try Recipe.read(bytes, file: "recipe.yaml")
            } catch {
                #expect(!error.rendered.isEmpty)
            }
        }
    }
}
