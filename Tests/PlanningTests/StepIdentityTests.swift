import Actions
import Basics
import Foundation
import Planning
import Recipes
import Targets
import Testing
import Toolchains

/// The contents of a step's key: everything that changes the step's result, and as little else as possible.
@Suite struct StepIdentityTests {
    /// A step without references to other steps' numbers, so that steps of two plans can be compared.
    private struct Identity: Hashable, CustomStringConvertible {
        let description: String
        let work: Work
        let inputs: [RelativePath: Source]
        let platform: [String: String]

        indirect enum Source: Hashable {
            case contents(String)
            case localFile(Digest)
            case output(Identity, RelativePath)
        }

        init(_ step: Step, in plan: Plan) {
            description = "\(step.title)\(step.slice.map { " for \($0)" } ?? "")"
            work = step.work
            platform = step.platform
            inputs = step.inputs.mapValues { input in
                switch input {
                case .contents(let text, _): .contents(text.value)
                case .localFile(_, let digest, _): .localFile(digest)
                case .output(let id, let path): .output(Identity(plan[id], in: plan), path)
                }
            }
        }
    }

    private static func identities(_ result: Planner.Result, _ title: String = "") -> Set<Identity> {
        Set(result.steps(title).map { Identity($0, in: result.plan) })
    }

    /// Returns the kinds of steps that only the second plan has, by the first word of their titles.
    private static func changed(_ old: Planner.Result, _ new: Planner.Result) -> Set<String> {
        Set(identities(new).subtracting(identities(old)).map { String($0.description.prefix { $0 != " " }) })
    }

    // MARK: Bootstrap

    @Test(arguments: [["ios-arm64"], ["linux-gnu-aarch64"], ["linux-gnu-x86_64"], ["macos-x86_64", "tvos-arm64"]])
    func `the bootstrap step is the same for all targets`(_ targets: [String]) async throws {
        let all = Self.identities(try await Samples.plan(Samples.ten), "bootstrap")
        #expect(all.count == 1)
        #expect(Self.identities(try await Samples.plan(targets), "bootstrap") == all)
        #expect(Self.identities(try await Samples.plan(targets, build: ["cflags: -Os"]), "bootstrap") == all)
    }

    @Test(arguments: [Machines.linux, Machines.mac])
    func `the bootstrap step does not depend on a compiler`(_ host: Target) async throws {
        let step = try await Samples.plan(["ios-arm64", "macos-arm64"], host: host).step("bootstrap")
        let tools = [
            "aclocal", "autoconf", "autoheader", "automake", "autoreconf", "libtoolize", "m4", "make", "perl", "shell",
        ]
        #expect(Set(step.platform.keys) == Set(["ISA", "OSFamily"] + tools.map { "tool.\($0)" }))
    }

    // MARK: Build

    @Test(arguments: [Machines.linux, Machines.linuxARM, Machines.mac, Machines.macIntel])
    func `the keys of builds and proofs contain the digests of their tools`(_ host: Target) async throws {
        let names = try Samples.toolchains().targets(host: host).map(\.name)
        let package = try await Samples.package(try Samples.secp256k1(), names, host: host)
        let result = try Planner.plan(Samples.request(package))
        for slice in package.slices {
            let toolchain = slice.toolchain
            for title in ["build", "prove"] {
                let step = try result.step(title, toolchain.target.name)
                for role in [ToolRole.cc, .ar, .ranlib, .nm, .ld, .make, .shell] {
                    let tool = try #require(toolchain.tools[role], "\(toolchain.target) \(role)")
                    #expect(step.platform["tool.\(role.rawValue)"] == tool.digest.description)
                }
                for role in [ToolRole.autoreconf, .automake, .libtoolize, .emulator] {
                    #expect(step.platform["tool.\(role.rawValue)"] == nil)
                }
                try Self.expectSysroot(toolchain, in: step, of: result.plan)
            }
        }
    }

    /// Checks that a made sysroot is an input of the step, and that the key has the files that identify other sysroots.
    private static func expectSysroot(_ toolchain: ResolvedToolchain, in step: Step, of plan: Plan) throws {
        func expect(_ title: String, _ wheel: PinnedFile) throws {
            guard case .output(let id, "sysroot") = step.inputs["sysroot"] else {
                Issue.record("\(toolchain.target) has no sysroot")
                return
            }
            #expect(plan[id].title == title)
            #expect(step.platform["sysroot"]?.hasSuffix(wheel.digest.description) == true)
        }
        switch toolchain.sysroot {
        case .stub(let stub, let wheel):
            try expect("make the \(stub.family.rawValue) \(stub.version) sysroot", wheel)
        case .glibc(let glibc, let wheel, _): try expect("compile the glibc \(glibc.version) libraries", wheel)
        case .folder(let path):
            #expect(step.platform["sysroot"] == path)
            let files = step.platform.filter { $0.key.hasPrefix("file.\(path)/") }
            #expect(!files.isEmpty)
            for (name, digest) in files {
                #expect(digest == Machines.digest(String(name.dropFirst("file.".count))).description)
            }
        case .system: #expect(step.platform.keys.contains { $0.hasPrefix("file.") && $0.hasSuffix("/libc.so.6") })
        case .absent: Issue.record("\(toolchain.target) has no sysroot")
        }
    }

    @Test func `xbuild's own programs are inputs of the steps that run them`() async throws {
        let result = try await Samples.plan(["ios-armv7", "linux-gnu-x86_64"])
        let probe = Input.localFile(
            path: Samples.tools.probeLinker.path, Samples.tools.probeLinker.digest, isExecutable: true)
        #expect(try result.step("build", "ios-armv7").inputs["tools/probe-ld"] == probe)
        #expect(try result.step("build", "ios-armv7").inputs["tools/lipo"] == nil)
        let linux = try result.step("build", "linux-gnu-x86_64").inputs.keys
        #expect(
            Set(linux.filter { $0.string.hasPrefix("tools/") }) == [
                "tools/ar", "tools/linker/ld", "tools/nm", "tools/pkg-config", "tools/ranlib", "tools/strip",
            ])
    }

    @Test(arguments: [
        ("ios-arm64", ["questions": "\"${0%/*}/../probe-ld\"", "libraries": "/usr/bin/ld64.lld-19"]),
        ("ios-armv7", ["ld": "\"${0%/*}/../probe-ld\""]), ("linux-gnu-aarch64", ["ld": "/swift/usr/bin/ld.lld"]),
    ])
    func `the inputs of a build contain scripts for the target's linker`(_ target: String, _ programs: [String: String])
        async throws
    {
        let inputs = try await Samples.plan([target]).step("build", target).inputs
        let found = inputs.keys.compactMap { $0.relative(to: "tools/linker") }
        #expect(Set(found.map(\.string)) == Set(programs.keys))
        for (name, program) in programs {
            let script = inputs[try #require(RelativePath("tools/linker/\(name)"))]
            guard case .contents(let text, isExecutable: true) = script else {
                Issue.record("no script: \(name)")
                continue
            }
            #expect(text.value.hasPrefix("#!/bin/sh\n") && text.value.hasSuffix("\nexec \(program) \"$@\"\n"))
        }
    }

    @Test(arguments: [
        (["-o", "a b", "-lz", "-L.", "-L/w/usr/lib"], ["-o", "a b", "-lz", "-L.", "-L/w/usr/lib"]),
        (["-L/usr/lib/x86_64-linux-gnu", "a b", "-L/lib64", "-L/usr/local/lib", "-lz"], ["a b", "-lz"]),
        (["-L/usr/lib"], []),
    ])
    func `the linker's script leaves out the folders of the machine's libraries`(_ given: [String], _ kept: [String])
        async throws
    {
        let inputs = try await Samples.plan(["linux-gnu-aarch64"]).step("build", "linux-gnu-aarch64").inputs
        guard case .contents(let text, _) = inputs["tools/linker/ld"] else {
            Issue.record("no script")
            return
        }
        let script = text.value.replacing("exec /swift/usr/bin/ld.lld", with: "[ $# = 0 ] || printf '%s\\n'")
        let output = try Temporary.folder {
            try Shell.output(of: ["/bin/sh", "-c", script, "ld"] + given, in: $0)
        }
        #expect(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) == kept)
    }

    @Test func `on a Mac, a build has a linker among its inputs only if it uses the probe linker`() async throws {
        let inputs = try await Samples.plan(["ios-arm64"], host: Machines.mac).step("build", "ios-arm64").inputs
        let plain: Set<RelativePath> = [
            "tools/aclocal", "tools/ar", "tools/autoconf", "tools/autoheader", "tools/automake", "tools/autoreconf",
            "tools/libtoolize", "tools/m4", "tools/nm", "tools/pkg-config", "tools/ranlib", "tools/strip",
        ]
        #expect(Set(inputs.keys.filter { $0.string.hasPrefix("tools/") }) == plain)
        let probed = try await Samples.plan(["ios-armv7"], host: Machines.mac).step("build", "ios-armv7").inputs
        #expect(
            Set(probed.keys.filter { $0.string.hasPrefix("tools/") })
                == plain.union(["tools/linker/ld", "tools/probe-ld"]))
    }

    @Test func `the inputs of the audit contain the libraries that programs load`() async throws {
        let result = try await Samples.plan(["ios-arm64", "linux-gnu-x86_64"])
        let audit = try result.step("audit")
        guard
            case .output(let libc, "sysroot/usr/lib/libc.so.6") = audit.inputs["providers/linux-gnu-x86_64/0-libc.so.6"]
        else {
            Issue.record("no libc.so.6")
            return
        }
        #expect(result.plan[libc].title == "compile the glibc 2.31 libraries")
        guard case .output(_, "sysroot/usr/lib/libSystem.tbd") = audit.inputs["providers/ios-arm64/0-libSystem.tbd"]
        else {
            Issue.record("no libSystem.tbd")
            return
        }
    }

    // MARK: Changes

    private static let targets = ["ios-armv7", "ios-arm64", "linux-gnu-x86_64"]
    private static let fromBuildOn: Set<String> = ["build", "merge", "check", "write", "prove", "audit", "compose"]

    @Test func `another version changes every step except those that make sysroots`() async throws {
        let (old, new) = (
            try await Samples.plan(Self.targets), try await Samples.plan(Self.targets, version: "0.2.0")
        )
        #expect(Self.changed(old, new) == Self.fromBuildOn.union(["fetch", "bootstrap"]))
        #expect(Self.identities(old, "make the") == Self.identities(new, "make the"))
        #expect(Self.identities(old, "fetch ziglang") == Self.identities(new, "fetch ziglang"))
        #expect(new.packages.map(\.folder) == ["secp256k1-0.2.0"])
    }

    @Test func `an option changes builds and the steps that depend on them`() async throws {
        let (old, new) = (
            try await Samples.plan(Self.targets), try await Samples.plan(Self.targets, without: ["ecdh"])
        )
        #expect(Self.changed(old, new) == Self.fromBuildOn)
        let script = try PlanText.script(of: try new.step("build", "ios-arm64"))
        #expect(script.contains(" --disable-module-ecdh "))
        #expect(!script.contains("--enable-module-ecdh"))
    }

    @Test func `an additional target leaves existing builds unchanged`() async throws {
        let (old, new) = (
            try await Samples.plan(Self.targets), try await Samples.plan(Self.targets + ["tvos-arm64"])
        )
        #expect(Self.identities(new, "build").isSuperset(of: Self.identities(old, "build")))
        #expect(Self.identities(new, "bootstrap") == Self.identities(old, "bootstrap"))
    }

    @Test func `a setting of one target changes only that target's build`() async throws {
        // `Samples.secp256k1` adds lines only below `build:`, which are for all targets, so the test changes one slice.
        let package = try await Samples.package(try Samples.secp256k1(), Self.targets)
        var slices = package.slices
        slices[1] = Samples.slice(slices[1]) { $0.cflags.append("-g") }
        let (old, new) = (
            try Planner.plan(Samples.request(package)),
            try Planner.plan(Samples.request(Samples.package(package, with: slices)))
        )
        let builds = Self.identities(new, "build").subtracting(Self.identities(old, "build"))
        #expect(builds.map(\.description) == ["build secp256k1 0.5.0 for ios-arm64"])
    }

    @Test func `another compiler changes builds but not the bootstrap`() async throws {
        let package = try await Samples.package(try Samples.secp256k1(), Self.targets)
        let slices = package.slices.map { slice in
            Samples.slice(slice) { $0.properties["tool.cc"] = Machines.digest("another clang").description }
        }
        let (old, new) = (
            try Planner.plan(Samples.request(package)),
            try Planner.plan(Samples.request(Samples.package(package, with: slices)))
        )
        #expect(Self.changed(old, new) == Self.fromBuildOn.union(["compile"]))
        #expect(Self.identities(new, "build").isDisjoint(with: Self.identities(old, "build")))
    }

    // MARK: Bitcode

    @Test(arguments: [(Bitcode.marker, "-include $ROOT/tools/bitcode-marker.h"), (.full, "-fembed-bitcode")])
    func `bitcode adds a flag to the build and changes the audit`(_ bitcode: Bitcode, _ flag: String) async throws {
        let (off, on) = (
            try await Samples.plan(["ios-arm64"]),
            try await Samples.plan(["ios-arm64"], build: ["bitcode: \(bitcode.rawValue)"])
        )
        let lines = { (result: Planner.Result) in
            try PlanText.script(of: try result.step("build", "ios-arm64")).split(separator: "\n").map(String.init)
        }
        let differing = zip(try lines(off), try lines(on)).filter { $0 != $1 }
        #expect(differing.count == 1)
        #expect(differing.first?.0.replacing("-O2 ", with: "-O2 \(flag) ") == differing.first?.1)
        guard case .builtin("audit", _, let parameters) = try on.step("audit").work else {
            Issue.record("no audit")
            return
        }
        #expect(parameters.value.contains("\"bitcode\":\"\(bitcode.rawValue)\""))
    }
}
