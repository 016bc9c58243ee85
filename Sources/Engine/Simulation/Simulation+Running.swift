import Actions

extension Simulation {
    /// - Parameters:
    ///   - workers: at least one.
    ///   - bytesPerSecond: of each worker, from and to the cache.
    public func run(workers: Int, bytesPerSecond: Double) -> Outcome {
        var run = SimulatedRun(self, workers: max(1, workers), bytesPerSecond: bytesPerSecond)
        run.run()
        return Outcome(
            workers: run.workers, seconds: run.now, bound: max(work / Double(run.workers), criticalPath),
            bytesFetched: run.bytesFetched, bytesStored: run.bytesStored)
    }
}

/// The state of a simulation: who works, what may run, and who holds what.
private struct SimulatedRun {
    private struct Ending {
        var time: Double
        var worker: Int
        var step: Int
    }

    private let plan: Simulation
    let workers: Int
    private let bytesPerSecond: Double
    private(set) var now = 0.0
    private(set) var bytesFetched = 0
    private(set) var bytesStored = 0
    private var open: [Int]
    private var ready: Heap<Int>
    private var idle: Heap<Int>
    private var endings = Heap<Ending> { ($0.time, $0.worker) < ($1.time, $1.worker) }
    /// A bit for each parcel, worker after worker: whether the worker holds it.
    private var held: [UInt64]
    private let wordsOfWorker: Int

    init(_ plan: Simulation, workers: Int, bytesPerSecond: Double) {
        self.plan = plan
        self.workers = workers
        self.bytesPerSecond = bytesPerSecond
        open = plan.open
        let urgency = plan.urgency
        ready = Heap { urgency[$0] == urgency[$1] ? $0 < $1 : urgency[$0] > urgency[$1] }
        idle = Heap(by: <)
        wordsOfWorker = (plan.parcels.sizes.count + 63) / 64
        held = Array(repeating: 0, count: wordsOfWorker * workers)
        for worker in 0..<workers { idle.insert(worker) }
        for step in open.indices where plan.needed[step] && open[step] == 0 { ready.insert(step) }
    }

    mutating func run() {
        while true {
            while idle.first != nil, let step = ready.popFirst() {
                guard let worker = idle.popFirst() else { break }
                start(step, on: worker)
            }
            guard let ending = endings.popFirst() else { return }
            now = ending.time
            end(ending)
            // Those that end at the same moment: what may run after them is known before anything starts.
            while let next = endings.first, next.time == now, let other = endings.popFirst() { end(other) }
        }
    }

    private mutating func start(_ step: Int, on worker: Int) {
        var fetched = 0
        for parcel in plan.parcels.needed(by: step) where take(Int(parcel), worker) {
            fetched += plan.parcels.sizes[Int(parcel)]
        }
        _ = take(step, worker)
        bytesFetched += fetched
        bytesStored += plan.costs.bytes[step]
        let moving = Double(fetched + plan.costs.bytes[step]) / bytesPerSecond
        endings.insert(Ending(time: now + moving + plan.costs.seconds[step], worker: worker, step: step))
    }

    /// Notes that a worker holds a parcel from now on; false when it did before.
    private mutating func take(_ parcel: Int, _ worker: Int) -> Bool {
        let (word, bit) = (worker * wordsOfWorker + parcel / 64, UInt64(1) << UInt64(parcel % 64))
        defer { held[word] |= bit }
        return held[word] & bit == 0
    }

    private mutating func end(_ ending: Ending) {
        idle.insert(ending.worker)
        for waiter in plan.waiters[ending.step] {
            open[waiter.index] -= 1
            if open[waiter.index] == 0 { ready.insert(waiter.index) }
        }
    }
}
