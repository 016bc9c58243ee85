import Actions
import Basics
import ObjectFiles
import Packages
import Steps
import Targets

extension MakeSwiftPackage: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        let facts = parameters.facts
        var files: [RelativePath: Node] = [:]
        var manifest = SwiftPackageManifest(
            own: SwiftPackagePart(facts: facts, slices: parameters.slices), addresses: parameters.addresses)
        manifest.own.places = try await places(of: facts, parameters, context, &files)
        for vendored in parameters.vendored ?? [] {
            var part = SwiftPackagePart(facts: vendored.facts, slices: vendored.slices)
            part.places = try await places(of: vendored.facts, parameters, context, &files)
            manifest.vendored.append(part)
        }
        let sources = SwiftPackageSources(manifest: manifest, symbol: try await symbol(facts, context))
        let texts = ["Package.swift": manifest.text, "README.md": sources.readme].merging(sources.files) { $1 }
        for (path, text) in texts { files[.checked(path)] = try await context.file(text) }
        if let licenses = try context.folder("licenses") { files["licenses"] = .directory(licenses) }
        return outcome(facts.identity, files)
    }

    private static func places(
        of facts: PackageFacts, _ parameters: Parameters, _ context: BuiltinContext, _ files: inout [RelativePath: Node]
    ) async throws -> [PackageFormat: SwiftPackagePart.Place] {
        var places: [PackageFormat: SwiftPackagePart.Place] = [:]
        for format in [PackageFormat.xcframework, .artifactBundle] {
            if let addresses = parameters.addresses {
                let path = RelativePath.checked("checksums/\(facts.module)/\(format.rawValue)")
                guard context.inputs[path] != nil else { continue }
                let text = String(decoding: try await context.bytes(at: path), as: UTF8.self)
                let checksum = text.prefix { !$0.isWhitespace }
                let url = addresses.artifact(
                    "\(facts.module).\(format.rawValue).zip", name: facts.name, version: facts.version)
                places[format] = .remote(url: url, checksum: String(checksum))
            } else if let tree = try context.folder(.checked(format.rawValue)) {
                let file = RelativePath.checked("\(facts.module).\(format.rawValue)")
                guard let artifact = tree[file] else { throw PackagingError.missing(file) }
                files[.checked("Artifacts/\(file)")] = artifact
                places[format] = .local("Artifacts/\(file)")
            }
        }
        return places
    }

    /// Returns a function that the archive defines and a header declares, for the smoke test.
    private static func symbol(_ facts: PackageFacts, _ context: BuiltinContext) async throws -> String? {
        guard case .file(let digest, _) = context.inputs["archives/any.a"],
            let include = try context.folder("include")
        else { return nil }
        let defined = try functions(in: try await context.files.path(digest))
        for header in try HeaderSet(include).digests.sorted(by: { $0.key < $1.key }) {
            let text = String(decoding: try await context.read(header.value), as: UTF8.self)
            // Names before a parenthesis, except those of macros.
            let named = text.matches(of: /(?m)^(?!\s*#)[^\n]*?\b([A-Za-z_][A-Za-z0-9_]*)\s*\(/)
            let symbols = named.lazy.map { (facts.symbolNamespace ?? "") + $0.1 }
            if let found = symbols.first(where: { defined.contains($0) }) { return found }
        }
        return nil
    }

    private static func functions(in file: String) throws(ObjectFileError) -> Set<String> {
        var names: Set<String> = []
        for unit in try ObjectInventory(try ByteView(path: file)).slices.first?.units ?? [] {
            guard let object = try? ObjectFile(unit.bytes) else { continue }
            let isMachO = if case .machO = object { true } else { false }
            for symbol in try object.symbols()
            where symbol.definition == .defined && symbol.binding == .global && !symbol.isHidden && !symbol.isObject {
                names.insert(isMachO ? String(symbol.name.dropFirst()) : symbol.name)
            }
        }
        return names
    }
}
