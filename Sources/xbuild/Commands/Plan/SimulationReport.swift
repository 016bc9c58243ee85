import Basics
import Engine

/// Forecasts of a plan's run with several numbers of workers, as text for people or JSON for programs.
struct SimulationReport: Encodable {
    struct Row: Encodable {
        var workers: Int
        var seconds: Double
        var bound: Double
        var efficiency: Double
        var bytesFetched: Int
        var bytesStored: Int
    }

    var steps: Int
    var recorded: Int
    var ofKnownKind: Int
    var guessed: Int
    var seconds: Double
    var builtinSeconds: Double
    var criticalPath: Double
    var rows: [Row]

    init(_ simulation: Simulation, workers: [Int], bytesPerSecond: Double) {
        steps = simulation.steps
        recorded = simulation.costs.recorded
        ofKnownKind = simulation.costs.ofKnownKind
        guessed = simulation.costs.guessed
        seconds = simulation.work
        builtinSeconds = simulation.builtinWork
        criticalPath = simulation.criticalPath
        rows = workers.map { count in
            let outcome = simulation.run(workers: count, bytesPerSecond: bytesPerSecond)
            return Row(
                workers: outcome.workers, seconds: outcome.seconds, bound: outcome.bound,
                efficiency: outcome.efficiency, bytesFetched: outcome.bytesFetched, bytesStored: outcome.bytesStored)
        }
    }

    var text: String {
        var table = Table()
        table.add(["workers", "time", "at least", "efficiency", "fetched", "stored"])
        for row in rows {
            table.add([
                "\(row.workers)", duration(row.seconds), duration(row.bound),
                "\(Int((row.efficiency * 100).rounded())) %", ByteSize(bytes: row.bytesFetched).words,
                ByteSize(bytes: row.bytesStored).words,
            ])
        }
        return """
            \(steps) steps: \(recorded) as recorded, \(ofKnownKind) as the median of their kind, \(guessed) guessed
            \(duration(seconds)) of work, of which \(duration(builtinSeconds)) by xbuild itself; critical path \
            \(duration(criticalPath))

            """ + table.text
    }
}
