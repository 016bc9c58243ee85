import Basics
import Documents
import Targets

// docs/toolchains.md explains the format to authors; the tables here and in ToolchainSettings+Reading.swift define the
// accepted keys and the JSON Schema.

extension ToolchainFile {
    /// Reads a file's bytes; `file` is the path that messages show. Throws all faults at once.
    public static func read(_ bytes: [UInt8], file: String) throws(Faults) -> (ToolchainFile, warnings: [Diagnostic]) {
        let document = try Document(bytes, file: file)
        let (body, warnings) = try document.decode(shape)
        let toolchain = ToolchainFile(
            name: body.name, summary: body.summary, hosts: Set(body.hosts), targets: body.targets.map(\.value),
            entries: body.entries, file: file)
        let check = ToolchainCheck(toolchain, targets: body.targets, name: body.nameMark)
        guard !check.findings.hasErrors else { throw Faults(check.findings.sorted, in: document.source) }
        return (toolchain, warnings)
    }

    /// The JSON Schema of the format, for editors.
    public static var jsonSchema: String {
        shape.schema.json(id: "toolchain.schema.json", title: "xbuild toolchain")
    }

    struct Body: Sendable {
        var name: String
        var nameMark: Mark
        var summary: String
        var hosts: [Platform]
        var targets: [Located<TargetMatch>]
        var entries: [Entry]
    }

    /// The shape of the file, which is also its JSON Schema.
    static let shape = Shape<Body>.mapping(
        "a toolchain",
        .required("name", Self.name.located, "its name in commands and recipes"),
        .required("summary", Shape.text, "one line for the list of toolchains"),
        .required("host", host.oneOrMany, "the systems that it runs on"),
        .required(
            "targets", TargetMatch.shape.located.oneOrMany.nonEmpty(),
            "the targets that it builds for: one of these must match"),
        .required(
            "settings", Entry.shape.list.nonEmpty(), "entries applied in order, from the first to the last")
    ) { name, summary, hosts, targets, entries in
        Body(
            name: name.value, nameMark: name.mark, summary: summary, hosts: hosts, targets: targets, entries: entries)
    }

    private static let name = Shape<String>.parsed(
        "a toolchain's name", pattern: nameGrammar.pattern, hint: "at most 64 lower-case letters, digits and `-`"
    ) { nameGrammar.accepts($0) ? $0 : nil }

    private static let nameGrammar = WordGrammar(first: "a-z0-9", rest: "a-z0-9-", lengths: 1...64)

    private static let host = Shape<Platform>.words(
        "a host system", ["linux": .linux, "macos": .macOS], order: ["linux", "macos"])
}
