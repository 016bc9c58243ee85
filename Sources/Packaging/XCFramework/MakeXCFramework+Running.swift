import Actions
import Basics
import ObjectFiles
import Packages
import Steps
import Targets

extension MakeXCFramework: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let include = try context.folder("include") else { throw PackagingError.missing("include") }
        let shared = try await Shared(parameters, include, context)
        var files: [RelativePath: Node] = [:]
        var info = XCFrameworkInfo(libraries: [])
        for variant in PackageVariant.all(of: parameters.slices) {
            guard let system = XCFrameworkInfo.System(variant.platform, variant.environment) else { continue }
            let (library, nodes) = try await shared.library(for: variant, system)
            for (path, node) in nodes { files[.checked("\(library.identifier)/\(path)")] = node }
            info.libraries.append(library)
            context.say("`\(library.identifier)`")
        }
        files["Info.plist"] = try await context.file(info.text)
        if let licenses = try context.folder("licenses") { files["licenses"] = .directory(licenses) }
        return outcome("\(parameters.facts.module).xcframework", files)
    }

    /// The parts that all variants share.
    private struct Shared: Sendable {
        var parameters: Parameters
        var headers: [RelativePath: Node]
        /// The module map of a framework; nil for a library.
        var map: Node?
        var context: BuiltinContext

        init(_ parameters: Parameters, _ include: Directory, _ context: BuiltinContext) async throws {
            self.parameters = parameters
            self.context = context
            switch parameters.style {
            case .library:
                headers = try await PackagedHeaders(include: include, parameters.facts, context).files
            case .framework:
                let made = try await FrameworkHeaders(include: include, context)
                (headers, map) = (made.files, made.map)
            }
        }

        /// Returns the library of one variant, and its files by path below the variant's folder. Logs the privacy
        /// reasons that a user must still give.
        func library(
            for variant: PackageVariant, _ system: XCFrameworkInfo.System
        ) async throws -> (XCFrameworkInfo.Library, files: [RelativePath: Node]) {
            let facts = parameters.facts
            let path = variant.archive(of: facts)
            guard let archive = context.inputs[path], case .file(let digest, _) = archive else {
                throw PackagingError.missing(path)
            }
            let view = try ByteView(path: try await context.files.path(digest))
            let manifest = PrivacyManifest(answers: parameters.answers, found: try PrivacyManifest.symbols(of: view))
            for kind in manifest.open { context.say("`\(variant.word)`: \(manifest.question(about: kind))") }
            let privacy = try await context.file(manifest.text)
            let architectures = Set(variant.targets.map(\.architecture.rawValue))
            guard let map else {
                var files: [RelativePath: Node] = [facts.archive: archive, "PrivacyInfo.xcprivacy": privacy]
                for (path, node) in headers { files[.checked("Headers/\(path)")] = node }
                let library = XCFrameworkInfo.Library(
                    system: system, architectures: architectures, path: facts.archive.string, headersPath: "Headers")
                return (library, files)
            }
            let framework = StaticFramework(facts: facts, variant: variant)
            let files = try await framework.files(
                archive: archive, headers: headers, map: map, privacy: privacy, context)
            let library = XCFrameworkInfo.Library(
                system: system, architectures: architectures, path: framework.name, binaryPath: framework.binaryPath)
            let place = RelativePath.checked(framework.name)
            return (library, Dictionary(uniqueKeysWithValues: files.map { (place.appending($0.key), $0.value) }))
        }
    }
}
