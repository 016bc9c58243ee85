import Basics
import Packages
import Targets

/// One library's part of a generated manifest: its binary targets, and the wrapper that chooses between them.
struct SwiftPackagePart {
    var facts: PackageFacts
    var slices: [PackageSlice]
    /// The places of the artifacts, by format.
    var places: [PackageFormat: Place] = [:]

    enum Place: Hashable {
        case local(String)
        case remote(url: String, checksum: String)
    }

    var module: String { facts.module.string }
    var wrapper: String { "\(module)Exports" }
    var hasBoth: Bool { places.count == 2 }

    /// Products include the bundle's target: without it, `--build-system swiftbuild` does not find the module. They
    /// exclude the XCFramework's target, because on Linux that build system would require it too.
    var bundle: [String] { places[.artifactBundle] == nil ? [] : ["\(module)Bundle"] }

    // MARK: Platforms

    /// The Apple platforms of the slices, in SwiftPM's spelling.
    var apple: [String] { words(where: \.isApple) }
    var others: [String] { words { !$0.isApple } }

    private func words(where isWanted: (Platform) -> Bool) -> [String] {
        slices.map(\.target).filter { isWanted($0.platform) }.map(\.platformWord).uniqued()
    }

    static func list(_ words: [String]) -> String { words.map { ".\($0)" }.joined(separator: ", ") }

    /// The minimum versions for `platforms:`: those above SwiftPM's defaults, but not those that an architecture requires
    /// anyway.
    var platforms: [String] {
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

    var artifactLines: [String] {
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

    /// - Parameters:
    ///   - conditions: the lists of Apple's and of other platforms, as Swift code.
    ///   - needs: the wrapper's other dependencies, as Swift code.
    func wrapperLines(_ conditions: (apple: String, others: String), needs: [String]) -> [String] {
        let artifacts = [
            (PackageFormat.xcframework, "Apple", conditions.apple),
            (.artifactBundle, "Bundle", conditions.others),
        ].compactMap { format, suffix, platforms -> String? in
            guard places[format] != nil else { return nil }
            let condition = hasBoth ? ", condition: .when(platforms: \(platforms))" : ""
            return ".target(name: \(quoted(module + suffix))\(condition))"
        }
        let lines =
            ["        .target(", "            name: \(quoted(wrapper)),", "            dependencies: ["]
            + (artifacts + needs).map { "                \($0)," }
        let settings = linkerLines
        return lines
            + (settings.isEmpty
                ? ["            ]),"]
                : ["            ],", "            linkerSettings: ["] + settings + ["            ]),"])
    }

    /// The linker settings for system libraries and frameworks, each for the platforms that have the library.
    private var linkerLines: [String] {
        let systems = words { $0 != .windows && $0 != .wasi }
        let libraries = systems.isEmpty ? [] : facts.links
        let frameworks = apple.isEmpty ? [] : facts.frameworks
        let settings =
            libraries.map { ("Library", $0, systems) } + frameworks.map { ("Framework", $0, apple) }
        return settings.map { kind, name, platforms in
            "                .linked\(kind)(\(quoted(name)), .when(platforms: [\(Self.list(platforms))])),"
        }
    }
}

/// Returns a Swift string literal. Names, paths and versions contain no other characters that need an escape.
func quoted(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

extension Target {
    /// SwiftPM's name of the platform.
    fileprivate var platformWord: String {
        switch platform {
        case .macOS: "macOS"
        case .iOS: environment == .macCatalyst ? "macCatalyst" : "iOS"
        case .tvOS: "tvOS"
        case .watchOS: "watchOS"
        case .visionOS: "visionOS"
        case .linux, .android, .windows, .wasi: platform.rawValue
        }
    }
}
