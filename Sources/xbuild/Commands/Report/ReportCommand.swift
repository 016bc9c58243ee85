import ArgumentParser
import Machine

/// `xbuild report`: writes an HTML page, and on request a trace, of a run.
struct ReportCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "report", abstract: "Write an HTML page about a run from its events file.",
        discussion: ExitStatus.help)

    @OptionGroup var store: StoreArguments

    @ArgumentParser.Argument(help: ArgumentHelp("A file that `--events` wrote.", valueName: "events"))
    var events: String

    @Option(name: .shortAndLong, help: ArgumentHelp("The HTML file.", valueName: "file"))
    var output = "report.html"

    @Option(help: ArgumentHelp("Also write a trace for ui.perfetto.dev.", valueName: "file"))
    var trace: String?

    func validate() throws {
        guard !output.isEmpty, trace != "" else { throw ValidationError("`--output` and `--trace` take a file's name") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        var report = try RunReport(events: host.absolute(events), shown: events)
        // Without a store, only logs and sizes are missing from the page.
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
