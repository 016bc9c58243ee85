import ObjectFiles
import Targets

/// The oldest versions in a manifest's `platforms:`.
struct ManifestPlatforms {
    /// The versions by the platforms of objects.
    var minimums: [ObjectPlatform: PackedVersion] = [:]

    private static let names: [String: [ObjectPlatform]] = [
        "macOS": [.macOS], "iOS": [.iOS, .iOSSimulator], "tvOS": [.tvOS, .tvOSSimulator],
        "watchOS": [.watchOS, .watchOSSimulator], "visionOS": [.visionOS, .visionOSSimulator],
        "macCatalyst": [.macCatalyst], "driverKit": [.driverKit],
    ]

    init(_ manifest: ManifestText) {
        for call in manifest.calls where call.path.elementsEqual(["Package"]) {
            guard let platforms = Self.names[call.name],
                let version = call.texts[""].flatMap({ PackedVersion($0) }) ?? call.words[""].flatMap(Self.version)
            else { continue }
            for platform in platforms { minimums[platform] = version }
        }
    }

    /// Reads `.v10_15` and `.v13`.
    private static func version(_ word: String) -> PackedVersion? {
        guard let last = word.split(separator: ".").last, last.hasPrefix("v") else { return nil }
        return PackedVersion(String(last.dropFirst().replacing("_", with: ".")))
    }

    /// Returns the first version that ran on the object's architecture.
    static func oldest(_ summary: ObjectSummary) -> PackedVersion? {
        let found = Target.all.first { target in
            summary.platform != nil && ObjectPlatform(target) == summary.platform
                && target.architecture == Architecture(spelling: summary.architecture)
        }
        return found?.oldestVersion.flatMap { PackedVersion($0.major, $0.minor, $0.patch) }
    }
}
