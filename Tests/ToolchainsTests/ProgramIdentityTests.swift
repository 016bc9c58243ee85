import Basics
import Machine
import TestSupport
import Testing

@testable import Toolchains

/// The identity of programs that a recipe names.
@Suite struct ProgramIdentityTests {
    @Test func `the libraries of a program that a recipe names are properties`() async throws {
        var effects = Machines.debian(with: ["/usr/bin/tclsh", "/lib/libtcl8.6.so", "/lib/libc.so.6"])
        let run = effects.run
        effects.run = { arguments, environment in
            guard arguments == ["ldd", "/usr/bin/tclsh"] else { return await run(arguments, environment) }
            let text = "\tlibtcl8.6.so => /lib/libtcl8.6.so (0x1)\n\tlibc.so.6 => /lib/libc.so.6 (0x2)\n"
            return ProcessResult(status: 0, output: text)
        }
        let found = try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects) { $0.tools = ["tclsh"] }
        let own = { (properties: [String: String]) in properties.keys.filter { $0.contains("tclsh") }.sorted() }
        #expect(own(found.buildProperties()) == ["tool.tclsh", "tool.tclsh.libtcl8.6.so"])
        #expect(own(found.compilerProperties()).isEmpty)
        #expect(found.compilerProperties()["tool.cc"] != nil)
    }

    @Test(arguments: [("/wrappers/python3", true), ("/usr/bin/python3", false)])
    func `a script outside of the system's folders is no program of a recipe`(_ path: String, isRefused: Bool)
        async throws
    {
        var effects = IdentityTests.debian(first: path)
        effects.form = { $0 == path ? .script : .elf }
        let machine = effects
        let resolve = { try await ResolutionTests.resolve("linux-gnu-x86_64", on: machine) { $0.tools = ["python3"] } }
        guard isRefused else {
            #expect(try await resolve().programs["python3"]?.path == path)
            return
        }
        let error = await #expect(throws: ToolchainError.self) { try await resolve() }
        #expect(error == .wrapper(nil, path: path, of: nil, toolchain: "linux-gnu"))
        #expect(error?.hint == "put the folder of the program that it calls before `/wrappers` on PATH")
    }

    @Test func `a compiler that a recipe names is no wrapper, and its headers of the machine are properties`()
        async throws
    {
        let header = "/usr/include/stdio.h"
        let honest = Machines.debian(with: ["/usr/bin/gcc", header])
        let resolve = { (effects: ToolchainEffects) in
            try await ResolutionTests.resolve("linux-gnu-x86_64", on: effects) { $0.tools = ["gcc"] }
        }
        let found = try await resolve(honest)
        #expect(found.properties["machine"] == "headers")
        #expect(found.properties["tool.gcc.canary"] != nil)
        let files = Machines.linuxFiles.merging([header: Machines.digest(9)]) { $1 }
        let other = try await resolve(Machines.debian(files: files, with: ["/usr/bin/gcc"]))
        let changed = found.properties.keys.filter { found.properties[$0] != other.properties[$0] }
        #expect(changed == ["machine./usr/include"])
        #expect(found.compilerProperties() == other.compilerProperties())
        var effects = IdentityTests.debian(first: "/wrappers/gcc")
        effects.form = { $0 == "/wrappers/gcc" ? .script : .elf }
        let refused = effects
        let error = try await #require(throws: ToolchainError.self) { try await resolve(refused) }
        guard case .wrapper(nil, "/wrappers/gcc", _, _) = error else {
            Issue.record("\(error)")
            return
        }
    }
}
