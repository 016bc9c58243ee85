import ObjectFiles

/// The parts of a manifest that checks need, from the JSON of `swift package dump-package`. The JSON contains
/// targets, paths and URLs, but no line numbers of the manifest.
struct ManifestDump {
    var targets: [Target]
    var products: [Product]
    /// The oldest versions in `platforms:`, by the platforms of objects.
    var minimums: [ObjectPlatform: PackedVersion] = [:]
    /// The folders of local dependencies.
    var localDependencies: [String]

    struct Target {
        var name: String
        /// `regular`, `executable`, `test`, `system`, `binary`, `plugin`, `macro`.
        var type: String
        var path: String?
        var url: String?
        var checksum: String?
        /// The names of the targets that it depends on, and names that may be a target's or a product's.
        var dependencies: [String]
        var hasUnsafeFlags: Bool
    }

    struct Product {
        var name: String
        var targets: [String]
    }

    init(_ bytes: [UInt8]) throws(PlainValue.Unreadable) {
        let map = try PlainValue.json(bytes).map ?? [:]
        targets = (map["targets"]?.list ?? []).compactMap { $0.map.flatMap(Target.init) }
        products = (map["products"]?.list ?? []).compactMap { value in
            let product = value.map ?? [:]
            return product["name"]?.text.map { Product(name: $0, targets: product["targets"]?.texts ?? []) }
        }
        localDependencies = (map["dependencies"]?.list ?? []).flatMap { value in
            (value.map?["fileSystem"]?.list ?? []).compactMap { $0.map?["path"]?.text }
        }
        for value in map["platforms"]?.list ?? [] {
            guard let name = value.map?["platformName"]?.text,
                let version = value.map?["version"]?.text.flatMap({ PackedVersion($0) })
            else { continue }
            for platform in Self.platforms[name] ?? [] { minimums[platform] = version }
        }
    }

    private static let platforms: [String: [ObjectPlatform]] = [
        "macos": [.macOS], "ios": [.iOS, .iOSSimulator], "tvos": [.tvOS, .tvOSSimulator],
        "watchos": [.watchOS, .watchOSSimulator], "visionos": [.visionOS, .visionOSSimulator],
        "maccatalyst": [.macCatalyst], "driverkit": [.driverKit],
    ]
}

extension ManifestDump.Target {
    fileprivate init?(_ map: [String: PlainValue]) {
        guard let name = map["name"]?.text, let type = map["type"]?.text else { return nil }
        self.init(
            name: name, type: type, path: map["path"]?.text, url: map["url"]?.text, checksum: map["checksum"]?.text,
            // `{"target": ["Z", CONDITION]}`.
            dependencies: (map["dependencies"]?.list ?? []).compactMap { value in
                (value.map?["target"] ?? value.map?["byName"])?.list?.first?.text
            },
            hasUnsafeFlags: (map["settings"]?.list ?? []).contains { $0.map?["kind"]?.map?["unsafeFlags"] != nil })
    }

    /// The default folder of the target's sources.
    var usualFolder: String {
        switch type {
        case "test": "Tests/\(name)"
        case "plugin": "Plugins/\(name)"
        default: "Sources/\(name)"  // An open set: SwiftPM's kinds of targets.
        }
    }
}
