import ArgumentParser
import Engine
import Foundation
import Planning
import Store

/// `xbuild plan`: what a run would do, and why.
struct PlanCommand: HostCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan", abstract: "Show what would run, and why.", discussion: ExitStatus.help)

    @OptionGroup var arguments: BuildArguments

    @OptionGroup var remote: RemoteArguments

    @Flag(help: "Print the whole plan with a forecast for each step, as JSON.")
    var json = false

    @Flag(help: "Plan the libraries' own tests too, for targets whose programs can run here.")
    var test = false

    func run(on host: Host) async throws -> ExitStatus {
        let workshop = try Workshop(host: host, store: arguments.store, remote: remote)
        var prepared = try await Preparation(workshop: workshop, request: arguments.request).planRequest()
        prepared.runsTests = test
        let planned = try Pipeline.planned(prepared)
        try? workshop.digests.save()
        do {
            let forecasts = try await workshop.engine.inspect(planned.plan, goals: planned.goals)
            let report = PlanReport(planned: planned, forecasts: forecasts)
            try host.out(json ? report.json() : report.text)
            Abandoned.keep((prepared, report))
        } catch let error as EngineError {
            throw CommandFailure(.fault, error: "\(error)")
        }
        return .done
    }
}
