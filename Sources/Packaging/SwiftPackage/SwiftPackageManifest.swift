import Basics
import Packages

/// The text of `Package.swift`: the product of a wrapper, which depends on the XCFramework on Apple's platforms and on
/// the artifact bundle on all others.
///
/// The dependencies are packages in folders beside this package. If the artifacts are remote, SwiftPM fetches this package
/// from a repository, and then allows no dependencies in folders: each dependency is in another repository, or is part
/// of this package and one of its products.
struct SwiftPackageManifest {
    /// The library of the package.
    var own: SwiftPackagePart
    /// The dependencies inside the package, in link order.
    var vendored: [SwiftPackagePart] = []
    var addresses: PackageAddresses?

    private var parts: [SwiftPackagePart] { [own] + vendored }

    var text: String {
        let hasBoth = parts.contains(where: \.hasBoth)
        let variables =
            hasBoth
            ? [
                "let apple: [Platform] = [\(SwiftPackagePart.list(own.apple))]",
                "let others: [Platform] = [\(SwiftPackagePart.list(own.others))]", "",
            ] : []
        // A package has one minimum version per platform: the newest that one of its libraries requires.
        let oldest = SwiftPackagePart(facts: own.facts, slices: parts.flatMap(\.slices)).platforms
        let platforms = oldest.isEmpty ? [] : ["    platforms: [\(oldest.joined(separator: ", "))],"]
        return
            (["// swift-tools-version: 5.9", "import PackageDescription", ""] + variables
            + ["let package = Package(", "    name: \(quoted(own.facts.identity)),"] + platforms
            + ["    products: ["] + productLines + ["    ],"] + packageLines + ["    targets: ["]
            + parts.flatMap { $0.artifactLines + wrapperLines($0) } + [
                "        .testTarget(name: \(quoted("\(own.module)SmokeTests")), dependencies: [\(quoted(own.wrapper))]),",
                "    ]", ")", "",
            ]).joined(separator: "\n")
    }

    // MARK: Products and targets

    private var productLines: [String] {
        let lines = parts.map { part in
            let needed = needs(of: part).compactMap { need in vendored.first { $0.facts.name == need.name } }
            let targets = [part.wrapper] + part.bundle + needed.flatMap(\.bundle)
            let list = targets.map(quoted).joined(separator: ", ")
            return "        .library(name: \(quoted(part.module)), targets: [\(list)])"
        }
        return [lines.joined(separator: ",\n")]
    }

    private func wrapperLines(_ part: SwiftPackagePart) -> [String] {
        let apple = part.apple == own.apple ? "apple" : "[\(SwiftPackagePart.list(part.apple))]"
        let others = part.others == own.others ? "others" : "[\(SwiftPackagePart.list(part.others))]"
        let needs = needs(of: part).map { need in
            vendored.first { $0.facts.name == need.name }.map { ".target(name: \(quoted($0.wrapper)))" }
                ?? ".product(name: \(quoted(need.module.string)), package: \(quoted(identity(of: need))))"
        }
        return part.wrapperLines((apple, others), needs: needs)
    }

    private func needs(of part: SwiftPackagePart) -> [PackageFacts.Dependency] { part.facts.dependencies ?? [] }

    // MARK: Packages

    /// The packages of the dependencies that are not inside this package.
    private var packageLines: [String] {
        let lines = besides.map { need in
            let place = addresses?.package(name: need.name, version: need.version)
            let words =
                place.map { "url: \(quoted($0)), exact: \(quoted(need.version.semantic ?? need.version.string))" }
                ?? "path: \(quoted("../../../\(need.name)-\(need.version)/swiftpm/\(need.name)"))"
            return "        .package(\(words)),"
        }
        return lines.isEmpty ? [] : ["    dependencies: ["] + lines + ["    ],"]
    }

    private func identity(of need: PackageFacts.Dependency) -> String {
        addresses?.identity(name: need.name, version: need.version) ?? need.name
    }

    /// The dependencies in other packages.
    var besides: [PackageFacts.Dependency] {
        needs(of: own).filter { need in !vendored.contains { $0.facts.name == need.name } }
    }
}
