import ArgumentParser
import Machine

/// `xbuild report`: a page, or a trace, of a run.
struct ReportCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Make a page from a file of `--events`.", discussion: ExitStatus.help)

    @OptionGroup var store: StoreArguments

    @ArgumentParser.Argument(help: ArgumentHelp("A file of `--events`.", valueName: "events"))
    var events: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The page.", valueName: "file"))
    var output = "report.html"

    @Option(help: ArgumentHelp("Write a trace for ui.perfetto.dev too.", valueName: "file"))
    var trace: String?

    func validate() throws {
        guard !output.isEmpty, trace != "" else { throw ValidationError("a file needs a name") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        var report = try RunReport(events: host.absolute(events), shown: events)
        // Without a store the page only lacks logs and sizes.
        if let store = try? host.store(store.store) { await report.complete(from: store) }
        try write(try report.page(), to: output, host)
        if let trace { try write(report.trace(), to: trace, host) }
        return .done
    }

    private func write(_ text: String, to file: String, _ host: Host) throws {
        try CommandFailure.writing(file, status: .usage) { () throws(FileError) in
            try FileSystem.write(text.utf8, to: host.absolute(file))
        }
        try host.out(file + "\n")
    }
}
