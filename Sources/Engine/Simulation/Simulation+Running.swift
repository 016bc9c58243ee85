import Actions

extension Simulation {
    /// Returns the outcome of building the plan with a number of workers.
    ///
    /// - Parameters:
    ///   - workers: the number of workers; less than one counts as one.
    ///   - bytesPerSecond: the bandwidth between each worker and the cache.
    public func run(workers: Int, bytesPerSecond: Double) -> Outcome {
        var run = SimulatedRun(self, workers: max(1, workers), bytesPerSecond: bytesPerSecond)
        run.run()
        return Outcome(
            workers: run.workers, seconds: run.now, bound: max(work / Double(run.workers), criticalPath),
            bytesFetched: run.bytesFetched, bytesStored: run.bytesStored)
    }
}

/// The state of a simulation: busy workers, runnable steps, and the blobs of each worker.
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
    /// A bit for each blob, worker after worker: whether the worker has it.
    private var present: [UInt64]
    private let wordsOfWorker: Int

    init(_ plan: Simulation, workers: Int, bytesPerSecond: Double) {
        self.plan = plan
        self.workers = workers
        self.bytesPerSecond = bytesPerSecond
        open = plan.open
        let urgency = plan.urgency
        ready = Heap { urgency[$0] == urgency[$1] ? $0 < $1 : urgency[$0] > urgency[$1] }
        idle = Heap(by: <)
        wordsOfWorker = (plan.blobs.sizes.count + 63) / 64
        present = Array(repeating: 0, count: wordsOfWorker * workers)
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
            // If several steps end at the same time, all their ends are recorded before the next step starts.
            while let next = endings.first, next.time == now, let other = endings.popFirst() { end(other) }
        }
    }

    private mutating func start(_ step: Int, on worker: Int) {
        var fetched = 0
        for blob in plan.blobs.needed(by: step) where take(Int(blob), worker) {
            fetched += plan.blobs.sizes[Int(blob)]
        }
        _ = take(step, worker)
        bytesFetched += fetched
        bytesStored += plan.costs.bytes[step]
        let moving = Double(fetched + plan.costs.bytes[step]) / bytesPerSecond
        endings.insert(Ending(time: now + moving + plan.costs.seconds[step], worker: worker, step: step))
    }

    /// Records that a worker has a blob. Returns false when the worker had the blob before.
    private mutating func take(_ blob: Int, _ worker: Int) -> Bool {
        let (word, bit) = (worker * wordsOfWorker + blob / 64, UInt64(1) << UInt64(blob % 64))
        defer { present[word] |= bit }
        return present[word] & bit == 0
    }

    private mutating func end(_ ending: Ending) {
        idle.insert(ending.worker)
        for waiter in plan.waiters[ending.step] {
            open[waiter.index] -= 1
            if open[waiter.index] == 0 { ready.insert(waiter.index) }
        }
    }
}
