import ArgumentParser
import Basics
import Engine
import Foundation
import Planning
import Store

/// `xbuild plan`: shows what a run would do, and why.
struct PlanCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show which steps would run, and why.", discussion: ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var remote: RemoteArguments

    @Flag(help: "Print the whole plan with a forecast for each step, as JSON.")
    var json = false

    @Flag(help: "Plan the libraries' own tests too, for targets whose programs can run here.")
    var test = false

    @Option(
        help: ArgumentHelp(
            """
            Forecast the time for these numbers of workers, from an empty cache and with recorded durations: \
            1,10,100,1000.
            """, valueName: "numbers"))
    var workers: WorkerCounts?

    @Option(
        help: ArgumentHelp("The bytes that each worker moves to and from the cache in a second.", valueName: "size"))
    var bandwidth = ByteSize(bytes: 100 << 20)

    func validate() throws {
        guard bandwidth.bytes > 0 else { throw ValidationError("`--bandwidth` takes a size above 0, such as 100M") }
    }

    func run(on host: Host) async throws -> ExitStatus {
        let context = try BuildContext(host: host, store: arguments.store, remote: remote.request)
        var prepared = try await Preparation(context: context, request: arguments.request).planRequest()
        prepared.runsTests = test
        let planned = try Build.plan(prepared)
        try? context.digests.save()
        if let workers { return try simulate(planned, workers.counts, on: context) }
        let forecasts = try await context.engine().inspect(planned.plan, goals: planned.goals)
        let report = PlanReport(planned: planned, forecasts: forecasts, wording: host.wording)
        try host.out(json ? report.json() : report.text)
        context.reportUntrusted()
        leakAtExit((prepared, report))
        return .done
    }

    private func simulate(_ planned: Planner.Result, _ workers: [Int], on context: BuildContext) throws -> ExitStatus {
        let simulation = try context.engine().simulation(of: planned.plan, goals: planned.goals)
        let report = SimulationReport(simulation, workers: workers, bytesPerSecond: Double(bandwidth.bytes))
        try context.host.out(json ? report.jsonText() : report.text)
        leakAtExit((planned, simulation))
        return .done
    }
}
