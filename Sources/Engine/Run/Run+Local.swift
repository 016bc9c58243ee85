import Actions

// Running steps on this machine: each needs a token of the job server.

extension Run {
    mutating func startHere(_ group: inout Completions) async throws(EngineError) {
        while let ids = schedule.allReady() { try await lookUp(ids) }
        if canBeginHere, jobs.canRequest { try await requestToken(&group) }
    }

    private var nextHere: StepID? { schedule.mostUrgent(mayRunHere) }

    var canBeginHere: Bool { nextHere != nil && jobs.canStart }

    /// Returns whether this machine may run a step.
    private func mayRunHere(_ id: StepID) -> Bool {
        switch engine.workers?.use {
        case nil, .auto: true
        case .always: !mayRunRemotely(id)
        }
    }

    private mutating func requestToken(_ group: inout Completions) async throws(EngineError) {
        let site = try await openSite()
        let isFree = site.jobserver.tryTake()
        jobs.requestToken(isFree: isFree)
        if isFree { return group.addTask { .token(true) } }
        group.addTask { .token(await site.jobserver.take()) }
    }

    private mutating func openSite() async throws(EngineError) -> RunSite {
        if let site { return site }
        let site = try await RunSite(engine, options, report)
        self.site = site
        weigh()
        return site
    }

    mutating func acquiredToken(_ isThere: Bool, _ group: inout Completions) async throws(EngineError) {
        jobs.answerRequest(hasToken: isThere)
        guard isThere, let site else { return }
        guard let id = nextHere, fault == nil, let (task, lock) = try await begin(id, on: .local, &group) else {
            return giveBackToken()
        }
        group.addTask {
            await Self.completion(of: task, lock) { () async throws(EngineError) in try await site.run(task) }
        }
    }

    /// Gives back the token of a step that ended or did not start. When no step is left, the tokens are restored that
    /// killed `make` processes had taken.
    mutating func giveBackToken() {
        let isLast = jobs.end()
        site?.jobserver.giveBack()
        if isLast { site?.jobserver.recount() }
    }
}
