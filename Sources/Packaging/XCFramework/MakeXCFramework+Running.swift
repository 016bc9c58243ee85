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
            let part = try await shared.part(for: variant, system)
            for (path, node) in part.files { files[.checked("\(part.library.identifier)/\(path)")] = node }
            info.libraries.append(part.library)
            part.questions.forEach(context.say)
            context.say("`\(part.library.identifier)`")
        }
        files["Info.plist"] = try await context.file(info.text)
        if let licenses = try context.folder("licenses") { files["licenses"] = .directory(licenses) }
        return outcome("\(parameters.facts.module).xcframework", files)
    }

    /// The result for one variant.
    private struct Part {
        var library: XCFrameworkInfo.Library
        /// The files by path below the variant's folder.
        var files: [RelativePath: Node]
        /// The questions to a user about privacy.
        var questions: [String]
    }

    /// The parts that all variants share.
    private struct Shared: Sendable {
        var parameters: Parameters
        var headers: [RelativePath: Node]
        /// The module map of a framework.
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

        func part(for variant: PackageVariant, _ system: XCFrameworkInfo.System) async throws -> Part {
            let facts = parameters.facts
            let path = variant.archive(of: facts)
            guard let archive = context.inputs[path], case .file(let digest, _) = archive else {
                throw PackagingError.missing(path)
            }
            let view = try ByteView(path: try await context.files.path(digest))
            let manifest = PrivacyManifest(answers: parameters.answers, found: try PrivacyManifest.symbols(of: view))
            let questions = manifest.open.map { "`\(variant.word)`: \(manifest.question(about: $0))" }
            let privacy = try await context.file(manifest.text)
            let architectures = Set(variant.targets.map(\.architecture.rawValue))
            guard let map else {
                var files: [RelativePath: Node] = [facts.archive: archive, "PrivacyInfo.xcprivacy": privacy]
                for (path, node) in headers { files[.checked("Headers/\(path)")] = node }
                let library = XCFrameworkInfo.Library(
                    system: system, architectures: architectures, path: facts.archive.string, headersPath: "Headers")
                return Part(library: library, files: files, questions: questions)
            }
            let framework = StaticFramework(facts: facts, variant: variant)
            let files = try await framework.files(
                archive: archive, headers: headers, map: map, privacy: privacy, context)
            let library = XCFrameworkInfo.Library(
                system: system, architectures: architectures, path: framework.name, binaryPath: framework.binaryPath)
            let place = RelativePath.checked(framework.name)
            return Part(
                library: library,
                files: Dictionary(uniqueKeysWithValues: files.map { (place.appending($0.key), $0.value) }),
                questions: questions)
        }
    }
}
