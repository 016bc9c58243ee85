import Basics
import Targets

/// The text of `Package.swift`: a product of a wrapper, which depends on the XCFramework on Apple's platforms and on the
/// artifact bundle on all others.
///
/// The bundle is a target of the product too: without it `--build-system swiftbuild` does not find the module. The
/// XCFramework is not, because that build system would want it on Linux.
struct SwiftPackageManifest {
    var facts: PackageFacts
    var slices: [PackageSlice]
    /// Where the artifacts are, by format.
    var places: [PackageFormat: Place] = [:]

    enum Place: Hashable {
        case local(String)
        case remote(url: String, checksum: String)
    }

    var module: String { facts.module.string }
    var wrapper: String { "\(module)Exports" }

    var text: String {
        let variables =
            hasBoth ? ["let apple: [Platform] = [\(list(apple))]", "let others: [Platform] = [\(list(others))]"] : []
        let platforms = platformLines.isEmpty ? [] : ["    platforms: [\(platformLines.joined(separator: ", "))],"]
        let head = ["// swift-tools-version: 5.9", "import PackageDescription", ""]
        return
            (head + variables + (variables.isEmpty ? [] : [""])
            + ["let package = Package(", "    name: \(quoted(facts.identity)),"] + platforms + [
                "    products: [",
                "        .library(name: \(quoted(module)), targets: [\(productTargets)])",
                "    ],",
            ] + packageLines + ["    targets: ["] + artifactLines + wrapperLines + [
                "        .testTarget(name: \(quoted("\(module)SmokeTests")), dependencies: [\(quoted(wrapper))]),",
                "    ]", ")", "",
            ]).joined(separator: "\n")
    }

    private var hasBoth: Bool { places.count == 2 }

    private var productTargets: String {
        ([wrapper] + (places[.artifactBundle] == nil ? [] : ["\(module)Bundle"])).map(quoted).joined(separator: ", ")
    }

    // MARK: Platforms

    /// Apple's platforms that there are slices for, as SwiftPM calls them.
    private var apple: [String] { words(where: \.isApple) }
    private var others: [String] { words { !$0.isApple } }

    private func words(where isWanted: (Platform) -> Bool) -> [String] {
        var words: [String] = []
        for target in slices.map(\.target) where isWanted(target.platform) {
            let word = target.platformWord
            if !words.contains(word) { words.append(word) }
        }
        return words
    }

    private func list(_ words: [String]) -> String { words.map { ".\($0)" }.joined(separator: ", ") }

    /// The oldest systems, where they are newer than what SwiftPM takes anyway; what an architecture itself asks for is no
    /// demand of the package.
    private var platformLines: [String] {
        let oldest = [
            "macOS": OSVersion(10, 13), "iOS": OSVersion(12), "tvOS": OSVersion(12), "watchOS": OSVersion(4),
            "macCatalyst": OSVersion(13, 1), "visionOS": OSVersion(1),
        ]
        return apple.compactMap { word in
            let asked = slices.filter { $0.target.platformWord == word }.compactMap { slice -> OSVersion? in
                guard let version = slice.minimumVersion else { return nil }
                return slice.target.oldestVersion.map { version > $0 } ?? true ? version : nil
            }
            guard let most = asked.max(), let known = oldest[word], most > known else { return nil }
            return ".\(word)(\(quoted(most.description)))"
        }
    }

    // MARK: Targets

    private var artifactLines: [String] {
        [(PackageFormat.xcframework, "Apple"), (.artifactBundle, "Bundle")].compactMap { format, suffix in
            guard let place = places[format] else { return nil }
            let words =
                switch place {
                case .local(let path): "path: \(quoted(path))"
                case .remote(let url, let checksum): "url: \(quoted(url)), checksum: \(quoted(checksum))"
                }
            return "        .binaryTarget(name: \(quoted(module + suffix)), \(words)),"
        }
    }

    private var wrapperLines: [String] {
        var needs = [(PackageFormat.xcframework, "Apple", "apple"), (.artifactBundle, "Bundle", "others")].compactMap {
            format, suffix, platforms -> String? in
            guard places[format] != nil else { return nil }
            let condition = hasBoth ? ", condition: .when(platforms: \(platforms))" : ""
            return "                .target(name: \(quoted(module + suffix))\(condition)),"
        }
        needs += (facts.dependencies ?? []).map {
            "                .product(name: \(quoted($0.module.string)), package: \(quoted($0.name))),"
        }
        let lines =
            ["        .target(", "            name: \(quoted(wrapper)),", "            dependencies: ["] + needs
        let settings = linkerLines
        return lines
            + (settings.isEmpty
                ? ["            ]),"]
                : ["            ],", "            linkerSettings: ["] + settings + ["            ]),"])
    }

    /// Libraries of the system, wherever they exist by that name.
    private var linkerLines: [String] {
        let systems = words { $0 != .windows && $0 != .wasi }
        let libraries = systems.isEmpty ? [] : facts.links
        let frameworks = apple.isEmpty ? [] : facts.frameworks
        return libraries.map {
            "                .linkedLibrary(\(quoted($0)), .when(platforms: [\(list(systems))])),"
        }
            + frameworks.map {
                "                .linkedFramework(\(quoted($0)), .when(platforms: [\(list(apple))])),"
            }
    }

    /// The packages of what it was built with stand beside it.
    private var packageLines: [String] {
        guard let dependencies = facts.dependencies else { return [] }
        let lines = dependencies.map {
            "        .package(path: \(quoted("../../../\($0.name)-\($0.version)/swiftpm/\($0.name)"))),"
        }
        return ["    dependencies: ["] + lines + ["    ],"]
    }
}

/// As a literal of Swift: names, paths and versions hold nothing that would have to be escaped but these.
func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

extension Target {
    /// What SwiftPM calls the platform.
    fileprivate var platformWord: String {
        switch platform {
        case .macOS: "macOS"
        case .iOS: environment == .macCatalyst ? "macCatalyst" : "iOS"
        case .tvOS: "tvOS"
        case .watchOS: "watchOS"
        case .visionOS: "visionOS"
        case .linux: "linux"
        case .android: "android"
        case .windows: "windows"
        case .wasi: "wasi"
        }
    }
}
