import Actions
import Basics
import TestSupport
import Testing

@testable import Engine

/// Compares simulations with results computed by hand. A step is a tuple: its name, its seconds, the bytes of its
/// output, and the steps that it needs.
@Suite(.tags(.process)) struct SimulationTests {
    struct Expectation: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var steps: [(name: String, seconds: Double, bytes: Int, needs: [String])]
        var criticalPath: Double
        /// The expected seconds by number of workers.
        var seconds: [Int: Double]
    }

    static let known: [Expectation] = [
        Expectation(
            testDescription: "steps in a row take the sum of their times with any number of workers",
            steps: [("a", 1, 0, []), ("b", 2, 0, ["a"]), ("c", 4, 0, ["b"])], criticalPath: 7,
            seconds: [1: 7, 2: 7, 100: 7]),
        Expectation(
            testDescription: "independent steps run on different workers",
            steps: [("a", 3, 0, []), ("b", 3, 0, []), ("c", 3, 0, []), ("d", 3, 0, [])], criticalPath: 3,
            seconds: [1: 12, 2: 6, 3: 6, 4: 3, 9: 3]),
        Expectation(
            testDescription: "the longest chain starts first: 1+5 beside 2+2+2",
            steps: [
                ("x", 2, 0, []), ("y", 2, 0, []), ("z", 2, 0, []), ("first", 1, 0, []), ("long", 5, 0, ["first"]),
            ], criticalPath: 6, seconds: [1: 12, 2: 6, 3: 6]),
        Expectation(
            testDescription: "a diamond waits for its slower side",
            steps: [
                ("top", 1, 0, []), ("left", 2, 0, ["top"]), ("right", 7, 0, ["top"]), ("end", 1, 0, ["left", "right"]),
            ],
            criticalPath: 9, seconds: [1: 11, 2: 9]),
        Expectation(
            testDescription: "ten bytes take 1 s to upload, and 1 s to fetch for each other worker",
            steps: [("a", 1, 10, []), ("b", 5, 0, ["a"]), ("c", 5, 0, ["a"])], criticalPath: 6,
            seconds: [1: 12, 2: 8]),
    ]

    @Test(arguments: known)
    func `simulated times match those computed by hand`(_ known: Expectation) throws {
        let simulation = try Self.simulation(known.steps)
        #expect(simulation.work == known.steps.reduce(0) { $0 + $1.seconds })
        #expect(simulation.criticalPath == known.criticalPath)
        for (workers, seconds) in known.seconds {
            let outcome = simulation.run(workers: workers, bytesPerSecond: 10)
            #expect(outcome.seconds == seconds, "with \(workers) workers")
            #expect(outcome.bound == max(known.criticalPath, simulation.work / Double(workers)))
        }
    }

    @Test func `each worker fetches missing bytes once`() throws {
        let simulation = try Self.simulation([
            ("a", 1, 100, []), ("b", 5, 7, ["a"]), ("c", 5, 7, ["a"]), ("d", 5, 7, ["a"]), ("e", 5, 7, ["a"]),
        ])
        let fetched = [1, 2, 4].map { simulation.run(workers: $0, bytesPerSecond: 1e9).bytesFetched }
        #expect(fetched == [0, 100, 300])
        #expect(simulation.run(workers: 4, bytesPerSecond: 1e9).bytesStored == 128)
    }

    @Test func `each worker fetches an input file of this machine once`() throws {
        var plan = Plan()
        let tool = Input.localFile(path: "/lipo", Digest(of: Array(repeating: 1, count: 50)), isExecutable: true)
        for name in ["a", "b", "c"] {
            plan.script(name, "", inputs: ["lipo": tool])
        }
        let simulation = try Simulation(plan, goals: nil, .init([]))
        #expect(simulation.run(workers: 1, bytesPerSecond: 1e9).bytesFetched == 50)
        #expect(simulation.run(workers: 3, bytesPerSecond: 1e9).bytesFetched == 150)
    }

    @Test func `only steps that the goals need are simulated`() throws {
        let steps: [(String, Double, Int, [String])] = [("a", 1, 5, []), ("b", 2, 5, ["a"]), ("other", 50, 5, ["a"])]
        let simulation = try Self.simulation(steps, goals: [StepID(index: 1)])
        #expect(simulation.steps == 2)
        #expect(simulation.run(workers: 2, bytesPerSecond: 1e12).seconds.rounded() == 3)
    }

    @Test func `an unknown duration is the median of its kind`() throws {
        var plan = Plan()
        let steps: [(StepKind, String)] = [(.build, "zlib@1.3"), (.build, "xz@5"), (.audit, "xz@5")]
        for (kind, package) in steps {
            let work = Work.command(arguments: ["true"], environment: [:])
            _ = plan.add(Step(kind, package: PackageID(package), work: work, inputs: [:], outputs: ["out"]))
        }
        let records = [("a@1", 3.0, 30), ("b@2", 9, 10), ("c@3", 4, 20)].map {
            StepRecord(StepIdentity(.build, package: PackageID($0.0)), seconds: $0.1, bytes: $0.2)
        }
        let exact = StepRecord(StepIdentity(.build, package: PackageID("xz@5")), seconds: 100, bytes: 1)
        let costs = try Simulation(plan, goals: nil, .init(records + [exact])).costs
        // For 3, 4, 9 and 100 seconds the median is 9, the greater of the middle two; for 1, 10, 20 and 30 bytes it is
        // 20.
        #expect(costs.seconds == [9, 100, 10])
        #expect(costs.bytes == [20, 1, 0])
        #expect([costs.recorded, costs.ofKnownKind, costs.guessed] == [1, 1, 1])
    }

    @Test func `the simulation is deterministic`() throws {
        var random = SeededRandom(seed: 7)
        let steps = (0..<3000).map { index in
            let needs = (0..<min(index, 3)).map { _ in "\(Int.random(in: 0..<index, using: &random))" }
            let seconds = Int.random(in: 0..<100, using: &random)
            return ("\(index)", Double(seconds), Int.random(in: 0..<1000, using: &random), needs)
        }
        let simulation = try Self.simulation(steps)
        for workers in [1, 2, 17, 1000] {
            let outcome = simulation.run(workers: workers, bytesPerSecond: 1000)
            #expect(outcome == simulation.run(workers: workers, bytesPerSecond: 1000))
            let free = simulation.run(workers: workers, bytesPerSecond: .infinity)
            // No schedule is shorter than the bound, and a greedy schedule is never longer than the sum of the bound's
            // two parts.
            #expect(free.seconds >= free.bound - 1e-6)
            #expect(free.seconds <= simulation.work / Double(workers) + simulation.criticalPath + 1e-6)
        }
    }

    @Test func `a run records the durations and sizes of its steps`() async throws {
        let space = try TestSpace()
        var plan = Plan()
        let a = plan.script(
            "make",
            "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done; mkdir out; printf 12345 >out/x; printf 123 >out/y")
        plan.script("use", "cat in/x >out", inputs: ["in": .output(a, "out")])
        let engine = space.engine()
        _ = try await engine.run(plan, options: .init(jobs: 1, sandbox: .off))
        let simulation = try engine.simulation(of: plan)
        #expect(simulation.costs.bytes == [8, 5])
        #expect(simulation.costs.seconds[0] > 0.03)
        #expect(simulation.costs.recorded == 2)
    }

    private static func simulation(
        _ steps: [(String, Double, Int, [String])], goals: Set<StepID>? = nil
    ) throws -> Simulation {
        var plan = Plan()
        var ids: [String: StepID] = [:]
        for (name, _, _, needs) in steps {
            var inputs: [RelativePath: Input] = [:]
            for need in needs {
                if let path = RelativePath("in/\(need)"), let id = ids[need] { inputs[path] = .output(id, "out") }
            }
            ids[name] = plan.script(name, "", inputs: inputs)
        }
        let records = steps.map { StepRecord(StepIdentity(named: $0.0), seconds: $0.1, bytes: $0.2) }
        return try Simulation(plan, goals: goals, .init(records))
    }
}

struct HeapTests {
    @Test func `a heap returns its elements in ascending order`() {
        var random = SeededRandom(seed: 1)
        var heap = Heap<Int>(by: <)
        let numbers = (0..<500).map { _ in Int.random(in: 0..<100, using: &random) }
        numbers.forEach { heap.insert($0) }
        #expect(heap.first == numbers.min())
        var out: [Int] = []
        while let next = heap.popFirst() { out.append(next) }
        #expect(out == numbers.sorted())
        #expect(heap.first == nil)
    }
}

extension StepRecord {
    fileprivate init(_ identity: StepIdentity, seconds: Double, bytes: Int) {
        let action = Action(command: Command(arguments: [], environment: [:], outputPaths: []), inputRoot: Directory())
        let step = Step(
            identity.kind, package: identity.package, targets: identity.targets,
            work: .command(arguments: [], environment: [:]), inputs: [:], outputs: [])
        self.init(
            StepTask(id: StepID(index: 0), step: step, action: action, key: action.digest), seconds: 1e6,
            cpuSeconds: seconds, bytes: bytes)
    }
}
