import Actions
import Basics
import Foundation
import Store
import Synchronization
import SystemPackage
import Targets
import TestSupport
import Testing

@testable import xbuild

extension EndToEnd {
    /// Only people read the titles of steps: with other titles, every command gives the same results.
    struct RewordingTests {
        /// The outputs of several commands, without titles.
        private struct CommandOutputs: Equatable {
            var plan = ""
            var listing = ""
            var graph = ""
            var report: [String] = []
            var durations = ""
            var simulation = ""
            var same = ""
            var different = ""
            var recipe = ""
        }

        @Test(arguments: [UInt64](1...3)) func `no command depends on steps' titles`(_ seed: UInt64) async throws {
            let space = try await Self.space()
            let plain = try await Self.outputs(StepWording { "«\(StepWording.plain.title($0))»" }, in: space)
            let random = Mutex(SeededRandom(seed: seed))
            // Each call returns another title, made of words from real titles.
            let words = ["build", "audit", "fetch", "tiny", "made", "1.0", "compose", "sysroot", "of", "the"]
            let reworded = try await Self.outputs(
                StepWording { _ in
                    let title = random.withLock { random in
                        (0...Int.random(in: 1...4, using: &random)).compactMap { _ in
                            words.randomElement(using: &random)
                        }
                    }
                    return "«\(title.joined(separator: " "))»"
                }, in: space)
            #expect(plain == reworded)
            #expect(plain.report.contains("built build tiny@1.0 linux-gnu-x86_64"), "\(plain.report)")
            #expect(plain.report.contains { $0.hasPrefix("slice tiny@1.0 linux-gnu-x86_64 ") }, "\(plain.report)")
            #expect(plain.durations.contains("60"), "\(plain.durations)")
            #expect(plain.simulation == "[\(SmallLibrary.steps), 0, 0]")
            #expect(plain.same == "0 keys differ, \(SmallLibrary.steps) are the same\n")
            #expect(plain.different.contains("an input changed: `run.sh`"), "\(plain.different)")
            #expect(plain.recipe.hasPrefix("name: made\n"), "\(plain.recipe)")
        }

        private static func space() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            try await SmallLibrary(name: "other").install(in: space)
            let files = [
                "COPYING": "Permission is hereby granted, free of charge, to any person obtaining a copy.\n",
                "made.h": "int made(int left);\n",
                "made.c": "#include \"made.h\"\nint made(int left) { return left + 1; }\n",
                "Makefile": """
                libmade.a: made.o
                \t$(AR) rc $@ made.o
                install: libmade.a
                \tmkdir -p $(DESTDIR)$(PREFIX)/lib $(DESTDIR)$(PREFIX)/include
                \tcp libmade.a $(DESTDIR)$(PREFIX)/lib
                \tcp made.h $(DESTDIR)$(PREFIX)/include

                """,
            ]
            for (path, text) in files { try space.write(text, to: "new/made-1.0/\(path)") }
            try space.write("", to: "here/made-1.0.tar")
            try await space.pack("new", "made-1.0", into: "here/made-1.0.tar")
            return space
        }

        /// Runs the commands in this process, with an empty store; returns their outputs.
        private static func outputs(_ wording: StepWording, in space: TestSpace) async throws -> CommandOutputs {
            for left in ["store", "here/dist", "\(SmallLibrary.home)/recipes/made"] {
                try space.remove(left, ifAny: true)
            }
            try await SmallLibrary().install(in: space)
            let run = { (arguments: [String]) in try await Self.run(arguments, wording, in: space) }
            var told = CommandOutputs()
            told.plan = try await run(["plan", "tiny", "--json"])
            told.listing = try await run(["plan", "tiny"])
            told.graph = try await run(["graph", "tiny", "--steps", "--format", "json"])
            _ = try await run(["recipe", "tiny", "--events", "events.json"])
            told.report = try await Self.report("here/events.json", in: space)
            _ = try await run(["warm", "--recipes", "tiny", "--json", "summary.json"])
            try Self.setDurations("here/summary.json", in: space)
            told.durations = try await run(["warm", "--matrix", "2", "--durations", "summary.json"])
            told.simulation = try Self.sources(try await run(["plan", "tiny", "--workers", "2", "--json"]))
            told.same = try await run(["explain", "tiny"])
            try space.write(try await run(["explain", "tiny", "--json"]), to: "here/known.json")
            try await SmallLibrary(build: ["cflags: -DTINY_EXTRA=1"]).install(in: space)
            told.different = try await run(["explain", "tiny", "--against", "known.json"])
            _ = try await run(["new", "made-1.0.tar", "--targets", "host"])
            told.recipe = try space.read("\(SmallLibrary.home)/recipes/made/recipe.yaml")
            return told
        }

        /// Returns the output of a command, without titles and without the spaces that depend on their lengths.
        private static func run(
            _ arguments: [String], _ wording: StepWording, in space: TestSpace
        ) async throws -> String {
            let out = Mutex("")
            let talk = Mutex("")
            let host = Host(
                environment: space.environment, workingDirectory: space.path("here"),
                home: space.path(SmallLibrary.home), executable: TestSpace.binary, cores: 2, target: Target.host,
                write: { bytes in out.withLock { $0 += String(decoding: bytes, as: UTF8.self) } },
                talk: { text in talk.withLock { $0 += text } }, draw: { _ in }, isTerminal: false,
                terminalSize: { (80, 24) }, clock: { ProcessInfo.processInfo.systemUptime }, wording: wording)
            let command = try #require(try XBuild.parseAsRoot(arguments) as? any HostCommand)
            let status = try await command.run(on: host)
            let (text, said) = (out.withLock { $0 }, talk.withLock { $0 })
            #expect(status == .done, "\(arguments): \(text)\(said)")
            return text.replacing(/«[^»]*»/, with: "«»").replacing(#/ +/#, with: " ")
        }

        private static func report(_ events: String, in space: TestSpace) async throws -> [String] {
            var report = try RunReport(events: space.path(events), shown: events)
            await report.complete(from: DiskStore(at: FilePath(space.path("store"))))
            let steps = report.steps.values.map { step in
                let words = ["\(step.state)", "\(step.identity.kind)", step.package?.description, step.target]
                return words.compactMap(\.self).joined(separator: " ")
            }
            return steps.sorted() + report.slices.map { "slice \($0.package) \($0.target) \($0.bytes) \($0.files)" }
        }

        /// Replaces the durations, which differ from run to run: an hour for builds, a second for other steps.
        private static func setDurations(_ summary: String, in space: TestSpace) throws {
            let json = try JSONSerialization.jsonObject(with: Data(try space.read(summary).utf8))
            let steps = try #require((json as? [String: Any])?["steps"] as? [[String: Any]])
            let changed = steps.map { step in
                let isBuild = (step["kind"] as? [String: Any])?["build"] != nil
                return step.merging(["seconds": isBuild ? 3600 : 1]) { $1 }
            }
            let data = try JSONSerialization.data(withJSONObject: ["steps": changed])
            try space.write(String(decoding: data, as: UTF8.self), to: summary)
        }

        /// Returns how many steps of a simulation have a recorded duration, one estimated from their kind, or a guessed
        /// one.
        private static func sources(_ simulation: String) throws -> String {
            let json = try JSONSerialization.jsonObject(with: Data(simulation.utf8)) as? [String: Any]
            return "\(["recorded", "ofKnownKind", "guessed"].compactMap { json?[$0] as? Int })"
        }
    }
}
