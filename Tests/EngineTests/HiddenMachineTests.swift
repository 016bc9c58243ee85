import Actions
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Engine

/// What actions see of the machine's headers and packages, in a real sandbox.
@Suite(.enabled(if: SandboxHere.works, "bubblewrap does not work here"), .timeLimit(.minutes(10)), .tags(.process))
struct HiddenMachineTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    private func run(
        _ script: String, platform: [String: String] = [:], readOnly: [FilePath] = []
    ) async throws -> String? {
        var plan = Plan()
        let work = Work.command(arguments: ["/bin/sh", "-c", script], environment: ["PATH": "/usr/bin:/bin"])
        var step = Step("a", work: work, outputs: ["out"])
        step.platform = platform
        let a = plan.add(step)
        let options = Engine.Options(jobs: 1, sandbox: .require, readOnly: readOnly, timeout: 30)
        return try space.text(try await space.engine().run(plan, options: options).results[a])
    }

    private static let count = "find /usr/include /usr/local /usr/src -mindepth 1 2>/dev/null | wc -l >out"

    @Test func `headers, packages and programs that people installed are hidden`() async throws {
        #expect(try await run(Self.count) == "0\n")
    }

    @Test(arguments: Sandbox.packagesHere.map(\.string))
    func `a hidden folder is empty and cannot be written`(_ folder: String) async throws {
        let script = "ls -A \(folder) >out 2>/dev/null; (echo >\(folder)/new) 2>/dev/null && echo written >>out; :"
        #expect(try await run(script) == "")
    }

    @Test func `a step whose input is the machine sees its headers and packages`() async throws {
        let shown = try await run(Self.count, platform: ["machine": "headers"])
        #expect(shown != "0\n" && shown != nil)
    }

    @Test(.enabled(if: FilePath("/usr/local/bin").exists, "/usr/local has no folder bin"))
    func `a folder of a toolchain inside a hidden folder is shown alone`() async throws {
        #expect(try await run("ls -A /usr/local >out", readOnly: ["/usr/local/bin"]) == "bin\n")
    }
}
