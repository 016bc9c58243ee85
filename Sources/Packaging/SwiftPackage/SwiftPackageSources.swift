import Basics

/// The few texts of a generated package besides its manifest.
struct SwiftPackageSources {
    var facts: PackageFacts
    /// A function of the library, for the smoke test.
    var symbol: String?

    private var module: String { facts.module.string }

    var files: [String: String] {
        [
            "Sources/\(module)Exports/Exports.swift":
                "// Gives whoever depends on the product the library's module.\n@_exported import \(module)\n",
            "Tests/\(module)SmokeTests/SmokeTests.swift": test,
        ]
    }

    /// Refers to a function by its symbol, so that the test links only when the archive has it.
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

    func readme(_ manifest: SwiftPackageManifest) -> String {
        let home = facts.homepage.map { " See <\($0)>." } ?? ""
        let formats = PackageFormat.allCases.filter { manifest.places[$0] != nil }.map { "`\(module).\($0.rawValue)`" }
        let besides = (facts.dependencies ?? []).map { "`\($0.name)-\($0.version)`" }
        let dependencies =
            besides.isEmpty ? "" : "\nThe packages \(besides.joined(separator: ", ")) must stand beside its folder.\n"
        return """
            # \(facts.name) \(facts.version)

            \(facts.summary).\(home) License: \(facts.license), see `licenses`. Made by xbuild out of \
            \(formats.joined(separator: " and ")).

            ```swift
            .package(path: "path/to/\(facts.identity)")
            .product(name: "\(module)", package: "\(facts.identity)")
            ```

            Swift code says `import \(module)`. The toolchain must be Swift 6.2 or newer where artifact bundles are used.
            \(dependencies)
            """
    }
}
