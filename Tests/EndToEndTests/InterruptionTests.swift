import Foundation
import Testing

extension EndToEnd {
    /// Runs that SIGINT, SIGTERM or SIGHUP ends.
    struct InterruptionTests {
        struct Row: Sendable, CustomTestStringConvertible {
            var name: String
            var signal: Int32
            var sandbox: String
            var testDescription: String { "\(name), sandbox \(sandbox)" }
        }

        private static let rows = [("SIGINT", SIGINT), ("SIGTERM", SIGTERM), ("SIGHUP", SIGHUP)].flatMap {
            name, signal in
            ["auto", "off"].map { Row(name: name, signal: signal, sandbox: $0) }
        }

        /// Returns a library whose configure takes ten minutes and has a child process in another session.
        private static func endless(_ mark: String) -> SmallLibrary {
            let script = """
                #!/bin/sh
                setsid sleep 600.\(mark) &
                echo configuring
                sh -c 'sleep 600.\(mark); true'

                """
            return SmallLibrary(files: ["configure": script], targets: "[linux-gnu-x86_64, linux-gnu-aarch64]")
        }

        @Test(arguments: rows)
        func `a signal ends every process of the run`(row: Row) async throws {
            let space = try TestSpace()
            // As an argument of `sleep`, the mark identifies the sleeping processes.
            let mark = String(UInt32.random(in: 100_000...999_999))
            try await Self.endless(mark).install(in: space)
            let run = try space.start(
                "recipe", "tiny", "--jobs", "2", "--verbose", "--sandbox", row.sandbox, "--events", "events.json")
            try await run.waitUntilItPrints("linux-gnu-x86_64 | configuring")
            try await run.waitUntilItPrints("linux-gnu-aarch64 | configuring")
            try await until("both builds sleep") { !run.isRunning || processes(naming: "600.\(mark)").count >= 6 }
            run.send(row.signal)
            #expect(try await run.end() == 128 + Int(row.signal), "\(run.talk)")
            #expect(processes(naming: "600.\(mark)") == [])
            #expect(processes(naming: space.path("store")) == [])
            #expect(run.talk.contains("1 built, "))
            #expect(run.talk.contains(" cancelled in "))
            #expect(!space.exists("dist"))
            #expect(space.names(in: "store/tmp") == [])
            #expect(space.names(in: "store/xbuild-work") == [])
            _ = try space.events("events.json")
        }

        @Test func `a run under nohup ignores SIGHUP`() async throws {
            let space = try TestSpace()
            let mark = String(UInt32.random(in: 100_000...999_999))
            try await Self.endless(mark).install(in: space)
            let run = try RunningProgram(
                "nohup", [TestSpace.binary, "recipe", "tiny", "--verbose"], in: space.path(""),
                environment: space.environment, errors: space.path("talk"))
            try await run.waitUntilItPrints(" | configuring")
            run.send(SIGHUP)
            run.send(SIGTERM)
            #expect(try await run.end() == 143, "\(run.talk)")
            // If xbuild handled SIGHUP, SIGTERM would be its second signal and end it at once, without this message.
            #expect(run.talk.contains(" cancelled in "), "\(run.talk)")
        }

        @Test func `after a signal, the next run uses the stored results and builds the rest`() async throws {
            let space = try TestSpace()
            var library = SmallLibrary(targets: "[linux-gnu-x86_64, linux-gnu-aarch64]")
            let mark = String(UInt32.random(in: 100_000...999_999))
            library.more = ["when:", "  - { architecture: arm64, variables: { TINY_PAUSE: \"600.\(mark)\" } }"]
            try await library.install(in: space)
            let run = try space.start("recipe", "tiny", "--verbose", "--jobs", "2")
            try await run.waitUntilItPrints("start  linux-gnu-aarch64: build tiny")
            try await run.waitUntilItPrints("done   linux-gnu-x86_64: build tiny")
            run.send(SIGTERM)
            #expect(try await run.end() == 143, "\(run.talk)")
            #expect(processes(naming: "600.\(mark)") == [])

            library.more = []
            try await library.install(in: space)
            let later = try await space.xbuild("recipe", "tiny", "--events", "later.json")
            #expect(later.status == 0, "\(later.err)")
            let cached = try space.events("later.json").finished(.cached)
            #expect(cached.contains("linux-gnu-x86_64: build tiny 1.0"))
            #expect(cached.contains("fetch tiny 1.0"))
        }
    }
}
