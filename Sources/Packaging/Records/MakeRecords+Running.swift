import Actions
import Basics
import Packages
import Steps
import Targets

extension MakeRecords: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        let material = try await RecordMaterial(parameters, context)
        let name = parameters.facts.name
        let texts = [
            "\(name).spdx.json": SPDXDocument(material).text, "\(name).cdx.json": CycloneDXDocument(material).text,
            "\(name).intoto.json": ProvenanceStatement(material).text,
        ]
        var files: [RelativePath: Node] = [:]
        for (name, text) in texts { files[.checked(name)] = try await context.file(text) }
        return BuiltinOutcome(outputs: ["records": .directory(Directory(files: files))])
    }
}

/// The facts that all three records contain.
struct RecordMaterial {
    let facts: PackageFacts
    let targets: [TargetRecord]
    /// Sorted, without duplicates.
    let inputs: [InputRecord]
    let dependencies: [DependencyRecord]
    let tool: String
    /// The shipped files, by path.
    let subjects: [(path: String, sha256: SHA256Value)]
    /// The license texts, joined.
    let licenseText: String

    init(_ parameters: MakeRecords.Parameters, _ context: BuiltinContext) async throws {
        facts = Self.spelled(parameters.facts)
        targets = parameters.targets.map { $0.without(parameters.buildRoots) }.sorted {
            $0.target.name < $1.target.name
        }
        inputs = Set(parameters.inputs).sorted {
            ($0.kind.rawValue, $0.name, $0.sha256) < ($1.kind.rawValue, $1.name, $1.sha256)
        }
        dependencies = parameters.dependencies
        tool = parameters.tool
        guard let files = try context.resolvedFiles(below: "subjects") else {
            throw PackagingError.missing("subjects")
        }
        subjects = files.sorted { $0.key < $1.key }.map { ($0.key.string, $0.value.hash) }
        var texts: [String] = []
        let licenses = try context.resolvedFiles(below: "licenses") ?? [:]
        for (_, digest) in licenses.sorted(by: { $0.key < $1.key }) {
            texts.append(String(decoding: try await context.read(digest), as: UTF8.self))
        }
        licenseText = texts.joined(separator: "\n")
    }

    /// Returns the facts with licenses that SPDX accepts: a name after `LicenseRef-` may contain only letters,
    /// digits, `.` and `-`.
    private static func spelled(_ facts: PackageFacts) -> PackageFacts {
        var facts = facts
        facts.license = spelled(facts.license)
        facts.dependencies = facts.dependencies?.map {
            .init(name: $0.name, version: $0.version, module: $0.module, license: $0.license.map(spelled))
        }
        return facts
    }

    private static func spelled(_ expression: String) -> String {
        expression.replacing(/LicenseRef-[^ ()]+/) { match in
            String(match.output.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "." ? $0 : "-" })
        }
    }

    /// A digest of the records' facts, from which the documents' unique identifiers are made.
    var identity: SHA256Value {
        var words: [String] = [facts.folder, facts.license, tool]
        words += subjects.map { "\($0.path) \($0.sha256.hex)" }
        words += inputs.map { "\($0.kind.rawValue) \($0.name) \($0.sha256.hex)" }
        words += dependencies.map { "\($0.name) \($0.version)" }
        return Digest(of: Array(words.joined(separator: "\n").utf8)).hash
    }

    /// The date for formats that require one. All files that xbuild delivers have this date too.
    static let date = "1980-01-01T00:00:00Z"
}
