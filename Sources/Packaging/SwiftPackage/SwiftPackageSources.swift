import Basics
import Packages

/// The texts of a generated package besides its manifest.
struct SwiftPackageSources {
    var manifest: SwiftPackageManifest
    /// A function of the library, for the smoke test.
    var symbol: String?

    private var facts: PackageFacts { manifest.own.facts }
    private var module: String { manifest.own.module }

    var files: [String: String] {
        var files = ["Tests/\(module)SmokeTests/SmokeTests.swift": test]
        for part in [manifest.own] + manifest.vendored {
            files["Sources/\(part.wrapper)/Exports.swift"] =
                "// Re-exports the library's module to users of the product.\n@_exported import \(part.module)\n"
        }
        return files
    }

    /// The smoke test. It refers to a function by its symbol, so it links only if the archive defines the symbol.
    private var test: String {
        let reference = symbol.map { name in
            """

            @_silgen_name(\(quoted(name))) private func entry()

            """
        }
        let check =
            symbol == nil ? "" : "        let function: () -> Void = entry\n        withExtendedLifetime(function) {}\n"
        return """
            import XCTest
            import \(module)
            \(reference ?? "")
            final class SmokeTests: XCTestCase {
                func testModuleIsImportedAndLinked() {
            \(check)    }
            }

            """
    }

    // MARK: README

    var readme: String {
        let home = facts.homepage.map { " See <\($0)>." } ?? ""
        let formats = PackageFormat.allCases.filter { manifest.own.places[$0] != nil }
            .map { "`\(module).\($0.rawValue)`" }
        return """
            # \(facts.name) \(facts.version)

            \(facts.summary).\(home) License: \(facts.license), see `licenses`. Built by xbuild from \
            \(formats.joined(separator: " and ")).

            ```swift
            .package(\(place))
            .product(name: "\(module)", package: "\(identity)")
            ```

            In Swift, write `import \(module)`. Artifact bundles need Swift 6.2 or newer.
            \(dependencies)
            """
    }

    private var identity: String {
        manifest.addresses?.identity(name: facts.identity, version: facts.version) ?? facts.identity
    }

    private var place: String {
        guard let url = manifest.addresses?.package(name: facts.identity, version: facts.version) else {
            return "path: \"path/to/\(facts.identity)\""
        }
        let version = facts.version.semantic.map { "from: \(quoted($0))" }
        return "url: \(quoted(url)), \(version ?? "revision: \(quoted(facts.version.string))")"
    }

    /// The README's text about the dependencies.
    private var dependencies: String {
        let vendored = manifest.vendored.map { "`\($0.facts.name)` \($0.facts.version) (product `\($0.module)`)" }
        if !vendored.isEmpty {
            return """

                The package includes \(vendored.joined(separator: ", ")): a project cannot use another package of these.

                """
        }
        let besides = manifest.besides.map { "`\($0.name)-\($0.version)`" }
        guard !besides.isEmpty, manifest.addresses?.packages == nil else { return "" }
        return "\nThe packages \(besides.joined(separator: ", ")) must be beside its folder.\n"
    }
}
