import Actions
import Basics
import Packages
import Targets

/// A static framework: an archive with the name of the module, beside headers, module map and property lists.
///
/// On macOS and Catalyst, the files are below `Versions/A`, with links at the top level; on other systems, they are at
/// the top level. Headers include each other by relative paths, because no header search path points into a framework.
/// Source: Apple's "Bundle Programming Guide", "Anatomy of Framework Bundles".
struct StaticFramework {
    var facts: PackageFacts
    var variant: PackageVariant

    var name: String { "\(facts.module).framework" }

    private var isVersioned: Bool {
        switch (variant.platform, variant.environment) {
        case (.macOS, _), (.iOS, .macCatalyst): true
        case (.iOS, _), (.tvOS, _), (.watchOS, _), (.visionOS, _), (.linux, _), (.android, _), (.windows, _),
            (.wasi, _):
            false
        }
    }

    /// The archive's path, relative to the framework's parent folder.
    var binaryPath: String { isVersioned ? "\(name)/Versions/A/\(facts.module)" : "\(name)/\(facts.module)" }

    /// Returns the framework's contents.
    ///
    /// - Parameters:
    ///   - headers: the headers by path below `Headers`.
    func files(
        archive: Node, headers: [RelativePath: Node], map: Node, privacy: Node, _ context: BuiltinContext
    ) async throws -> [RelativePath: Node] {
        let binary = RelativePath.checked(facts.module.string)
        var inner: [RelativePath: Node] = [binary: archive, "Modules/module.modulemap": map]
        for (path, node) in headers { inner[.checked("Headers/\(path)")] = node }
        let resources: RelativePath? = isVersioned ? "Resources" : nil
        let place = { (name: RelativePath) in resources?.appending(name) ?? name }
        inner[place("Info.plist")] = try await context.file(info.document())
        inner[place("PrivacyInfo.xcprivacy")] = privacy
        guard isVersioned else { return inner }
        var files: [RelativePath: Node] = ["Versions/Current": .symlink(target: "A")]
        let version: RelativePath = "Versions/A"
        for (path, node) in inner { files[version.appending(path)] = node }
        for name in Set(inner.keys.map { $0.components[0] }) {
            files[.checked(name)] = .symlink(target: "Versions/Current/\(name)")
        }
        return files
    }

    private var info: PropertyList {
        let version = PropertyList.string(facts.version.string)
        // Bundle identifiers allow letters, digits, hyphens and dots only.
        let identifier = facts.module.string.replacing("_", with: "-")
        var members: [String: PropertyList] = [
            "CFBundleDevelopmentRegion": .string("en"), "CFBundleExecutable": .string(facts.module.string),
            "CFBundleIdentifier": .string("org.xbuild.\(identifier)"),
            "CFBundleInfoDictionaryVersion": .string("6.0"), "CFBundleName": .string(facts.module.string),
            "CFBundlePackageType": .string("FMWK"), "CFBundleShortVersionString": version, "CFBundleVersion": version,
            "CFBundleSupportedPlatforms": .array([.string(platformName)]),
        ]
        let minimum = variant.slices.compactMap(\.minimumVersion).min().map { PropertyList.string($0.description) }
        members[variant.platform == .macOS ? "LSMinimumSystemVersion" : "MinimumOSVersion"] = minimum
        return .dictionary(members)
    }

    private var platformName: String {
        let isSimulator = variant.environment == .simulator
        return switch variant.platform {
        case .iOS: variant.environment == .macCatalyst ? "MacOSX" : isSimulator ? "iPhoneSimulator" : "iPhoneOS"
        case .tvOS: isSimulator ? "AppleTVSimulator" : "AppleTVOS"
        case .watchOS: isSimulator ? "WatchSimulator" : "WatchOS"
        case .visionOS: isSimulator ? "XRSimulator" : "XROS"
        case .macOS, .linux, .android, .windows, .wasi: "MacOSX"
        }
    }
}

/// Headers in a framework's layout. If one top-level folder contains all of them, their new paths omit it.
struct FrameworkHeaders {
    private(set) var files: [RelativePath: Node] = [:]
    let map: Node

    init(include: Directory, _ context: BuiltinContext) async throws {
        let headers = try HeaderSet(include)
        let paths = headers.paths
        let isFlat = paths.contains { $0.parent == nil }
        let cut = !isFlat && headers.folders.count == 1 ? RelativePath(headers.folders[0]) : nil
        let rewriter = IncludeRewriter(headers: Set(paths.map(\.string)))
        for (path, digest) in headers.digests {
            let place = cut.flatMap(path.relative) ?? path
            files[place] = try await PackagedHeaders.node(path, digest, rewriter, context)
        }
        let text = try await headers.mapText(context).replacingModuleMapPaths { components in
            (cut == nil ? components[...] : components.dropFirst()).joined(separator: "/")
        }
        map = try await context.file(text.hasPrefix("module ") ? "framework \(text)" : text)
    }
}
