import ArgumentParser
import Machine
import Patching
import Store
import SystemPackage

/// `xbuild patch`: lays out a recipe's source for editing, and writes the edits as a patch.
struct PatchCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "patch", abstract: "Turn edits of a recipe's source into a patch beside the recipe.",
        discussion: """
            Without a folder, the command writes the source, with the recipe's patches applied, to \
            `NAME-VERSION-source`. With that folder, or the build folder that a failed build kept, it writes the edits \
            there as a patch.

            """ + ExitStatus.help)

    @Argument(help: ArgumentHelp("The recipe.", valueName: "name[@version]"))
    var recipe: String

    @Argument(help: ArgumentHelp("The folder with the edited source.", valueName: "folder"))
    var folder: String?

    @Option(help: ArgumentHelp("The topic of the patch: a word of its file's name.", valueName: "word"))
    var topic = "changes"

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "The patch file (default: NAME-VERSION-TOPIC.patch beside the recipe), or the folder for the source.",
            valueName: "path"))
    var output: String?

    @OptionGroup var store: StoreArguments

    func validate() throws {
        guard output != "" else { throw ValidationError("`--output` names no path") }
        guard !topic.isEmpty, topic.allSatisfy({ $0.isLetter || $0.isNumber || "-_.+".contains($0) }) else {
            throw ValidationError("`--topic` takes letters, digits and the characters -_.+")
        }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: store.store)
        return try await Build.leased(context) { build in
            let source = try PatchedSource(build, recipe: recipe)
            guard let folder else { return try await layOut(source, on: host) }
            let edits = try EditedFolder(path: host.absolute(folder), words: folder)
            return try await write(try await edits.patch(of: source), of: source, on: host)
        }
    }

    // MARK: Laying out

    private func layOut(_ source: PatchedSource, on host: Host) async throws -> ExitStatus {
        let name = output ?? "\(source.name)-source"
        let place = host.absolute(name)
        try Self.checkFree(place, words: name)
        try host.checkFolder(name, for: "sources", option: "--output")
        let tree = try await source.tree()
        let new = Replacement(of: place)
        try await TreeExport(from: source.context.store).export(tree, to: FilePath(new.path))
        try CommandFailure.writing(name) { () throws(FileError) in try new.place() }
        try host.out(host.shortened(place) + "\n")
        host.talk("edit it, then run `xbuild patch \(source.request) \(host.shortened(place))`\n")
        return .done
    }

    // MARK: Writing

    private func write(
        _ patch: TreeDifference.Patch, of source: PatchedSource, on host: Host
    ) async throws -> ExitStatus {
        let beside = "\(source.folder)/\(source.name)-\(topic).patch"
        let place = output.map(host.absolute) ?? beside
        let words = host.shortened(place)
        try Self.checkFree(place, words: words)
        try CommandFailure.writing(words) { () throws(FileError) in try FileSystem.write(patch.bytes, to: place) }
        try host.out(words + "\n")
        host.talk("changes \(patch.files.map { "`\($0)`" }.joined(separator: ", "))\n")
        host.talk(source.advice(for: place) + "\n")
        return .done
    }

    private static func checkFree(_ place: String, words: String) throws {
        guard (try? FileStatus.of(place)) == nil else {
            throw CommandFailure(
                .usage, error: "`\(words)` exists", hint: "give another name with --output or --topic, or remove it")
        }
    }
}
