import Actions
import Basics
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Engine

@Suite(.timeLimit(.minutes(10)), .tags(.process))
struct JobserverTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    private func jobserver(_ jobs: Int) throws -> Jobserver {
        try Jobserver(jobs: jobs, at: space.folder.appending("pipe"))
    }

    /// Takes all available tokens and returns their number.
    private func drain(_ jobserver: Jobserver) -> Int {
        var count = 0
        while jobserver.tryTake() { count += 1 }
        return count
    }

    @Test(arguments: [1, 2, 64])
    func `there are as many tokens as jobs`(_ jobs: Int) throws { #expect(drain(try jobserver(jobs)) == jobs) }

    @Test(arguments: [(-1, 1), (0, 1), (4096, 4096), (4097, 4096), (100_000, 4096), (Int.max, 4096)])
    func `the number of tokens is bounded`(_ row: (jobs: Int, tokens: Int)) throws {
        let jobserver = try jobserver(row.jobs)
        #expect(drain(jobserver) == row.tokens)
        for _ in 0..<row.tokens { jobserver.giveBack() }
        #expect(drain(jobserver) == row.tokens)
        #expect(Engine.Options(jobs: row.jobs).jobs == row.tokens)
        var options = Engine.Options(jobs: 2)
        options.jobs = row.jobs
        #expect(options.jobs == row.tokens)
    }

    @Test func `a returned token can be acquired again`() throws {
        let jobserver = try jobserver(2)
        #expect(drain(jobserver) == 2)
        jobserver.giveBack()
        #expect(drain(jobserver) == 1)
    }

    @Test func `waiting ends when a token is given back`() async throws {
        let jobserver = try jobserver(1)
        #expect(await jobserver.take())
        async let second = jobserver.take()
        try await Task.sleep(for: .milliseconds(20))
        jobserver.giveBack()
        #expect(await second)
    }

    @Test func `waiting ends when the task is cancelled`() async throws {
        let jobserver = try jobserver(1)
        #expect(await jobserver.take())
        let waiting = Task { await jobserver.take() }
        try await Task.sleep(for: .milliseconds(20))
        waiting.cancel()
        #expect(await waiting.value == false)
    }

    @Test func `a recount restores lost tokens but not those in use`() throws {
        let jobserver = try jobserver(4)
        #expect(jobserver.tryTake())
        // A `make` takes two tokens and is killed.
        let make = try FileDescriptor.open(jobserver.path, .readWrite)
        defer { try? make.close() }
        var bytes = [UInt8](repeating: 0, count: 2)
        #expect(try bytes.withUnsafeMutableBytes { try make.read(into: $0) } == 2)
        jobserver.recount()
        #expect(drain(jobserver) == 3)
    }

    @Test func `only this user can open the pipe`() throws {
        let attributes = try FileManager.default.attributesOfItem(atPath: try jobserver(1).path.string)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    // MARK: With GNU make

    /// The part of an action's script that uses the job server.
    private static let prologue = """
        exec 8<>"$XBUILD_JOBSERVER"; MAKEFLAGS=" -j --jobserver-auth=8,8"; export MAKEFLAGS

        """

    /// A makefile with twelve short jobs. Each job appends the number of jobs that run at that moment, including
    /// itself, and ends when the awaited number ran concurrently, or after a timeout.
    private static let makefile = """
        jobs := $(addprefix job,1 2 3 4 5 6 7 8 9 10 11 12)
        all: $(jobs)
        $(jobs):
        \t@mkdir -p $(BUSY); touch $(BUSY)/$(NAME)-$@; ls $(BUSY) | wc -l >>$(BUSY).log; sleep 0.05; i=0; \\
        \tuntil awk '$$1 >= $(AWAITED) { found = 1 } END { exit !found }' $(BUSY).log || test $$i = 100; do \\
        \tsleep 0.05; i=$$((i + 1)); done; rm $(BUSY)/$(NAME)-$@

        """

    private func make(_ plan: inout Plan, _ name: String, awaiting jobs: Int = 1) {
        let script = Self.prologue + "make -s BUSY=\(space.folder)/busy NAME=\(name) AWAITED=\(jobs); : >out"
        plan.script(name, script, inputs: ["Makefile": .contents(Self.makefile, isExecutable: false)])
    }

    @Test(arguments: [1, 2, 3])
    func `no more commands run at once than there are jobs`(_ jobs: Int) async throws {
        var plan = Plan()
        for index in 0..<3 { make(&plan, "make\(index)") }
        let outcome = try await space.engine().run(plan, options: .direct(jobs: jobs))
        #expect(outcome.counts.built == 3)
        let seen = try String(contentsOfFile: space.folder.appending("busy.log").string, encoding: .utf8)
            .split(separator: "\n").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        #expect(seen.count == 36)
        #expect(try #require(seen.max()) <= jobs)
    }

    @Test func `a single make uses all jobs`() async throws {
        var plan = Plan()
        make(&plan, "make", awaiting: 3)
        _ = try await space.engine().run(plan, options: .direct(jobs: 3))
        let seen = try String(contentsOfFile: space.folder.appending("busy.log").string, encoding: .utf8)
        #expect(seen.contains("3\n"))
    }

    @Test func `the tokens of a killed make are restored when no step runs`() async throws {
        let noted = space.folder.appending("process").string
        var plan = Plan()
        // `killed` takes the third token and is killed before it returns the token.
        let killed = plan.script(
            "killed", "exec 8<>\"$XBUILD_JOBSERVER\"; dd bs=1 count=1 <&8 >taken; echo $$ >\(noted); kill -KILL $$")
        let other = plan.script(
            "other",
            "until test -s \(noted); do sleep 0.02; done; while kill -0 $(cat \(noted)); do sleep 0.02; done; : >out")
        // `after` starts with one token and gets the other two only after a recount.
        let after = plan.script(
            "after", "exec 8<>\"$XBUILD_JOBSERVER\"; dd bs=1 count=2 <&8 | wc -c >out",
            inputs: ["in": .output(other, "out")])
        let outcome = try await space.engine().run(plan, options: .direct(jobs: 3, keepGoing: true, timeout: 20))
        #expect(outcome.results[killed]?.failure?.reason == .signalled(9))
        #expect(try space.text(outcome.results[after]) == "2\n")
    }
}
