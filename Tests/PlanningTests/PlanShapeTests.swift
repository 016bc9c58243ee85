import Actions
import Basics
import Foundation
import Planning
import Recipes
import Steps
import Targets
import Testing
import Toolchains

/// Properties of every plan: the origin of inputs, sharing, and the effects of requests.
@Suite struct PlanShapeTests {
    /// Returns plans of every kind: each host with all its targets, a build for several targets, two packages.
    private static func plans() async throws -> [Planner.Result] {
        var results: [Planner.Result] = []
        for host in [Machines.linux, Machines.linuxARM, Machines.mac, Machines.macIntel] {
            let names = try Samples.toolchains().targets(host: host).map(\.name)
            results.append(try await Samples.plan(names, host: host))
        }
        results.append(try await Samples.plan([Samples.shared, "linux-gnu-x86_64"], build: ["slices: together"]))
        results.append(try await twoPackages())
        return results
    }

    private static func twoPackages() async throws -> Planner.Result {
        let packages = [
            try await Samples.package(try Samples.secp256k1(), Samples.ten),
            try await Samples.package(try Samples.example(), ["ios-arm64", "linux-gnu-x86_64"]),
        ]
        return try Planner.plan(Samples.request(packages[0], packages[1]))
    }

    // MARK: The graph

    @Test func `inputs are outputs of earlier steps`() async throws {
        for result in try await Self.plans() {
            for (index, step) in result.plan.steps.enumerated() {
                for case .output(let id, let path) in step.inputs.values {
                    #expect(id.index < index, "\(step.title)")
                    let outputs = result.plan[id].outputs
                    #expect(
                        outputs.contains { $0 == path || path.relative(to: $0) != nil },
                        "\(step.title): `\(path)` of \(result.plan[id].title)")
                }
            }
        }
    }

    @Test func `no input or output of a step is inside another`() async throws {
        for step in try await Self.plans().flatMap(\.plan.steps) {
            for paths in [Array(step.inputs.keys), step.outputs] {
                #expect(Set(paths).count == paths.count, "\(step.title)")
                for path in paths {
                    #expect(!paths.contains { path.relative(to: $0) != nil }, "\(step.title): \(path)")
                }
            }
            // Of the commands, only these change their input; built-in steps always make new trees.
            guard case .command = step.work else { continue }
            let changed = step.outputs.filter { step.inputs[$0] != nil }
            switch step.identity.kind {
            case .bootstrap: #expect(changed == ["source"])
            case .compileGlibc: #expect(changed == ["sysroot"])
            default: #expect(changed == [], "\(step.title)")
            }
        }
    }

    @Test func `every step contributes to a goal of the plan`() async throws {
        for result in try await Self.plans() {
            var needed = result.goals
            for index in result.plan.steps.indices.reversed() where needed.contains(StepID(index: index)) {
                needed.formUnion(result.plan.steps[index].inputs.values.compactMap(\.step))
            }
            let all = Set(result.plan.steps.indices.map(StepID.init))
            #expect(needed == all, "\(all.subtracting(needed).map { result.plan[$0].title })")
        }
    }

    @Test func `a plan contains no step twice`() async throws {
        for result in try await Self.plans() {
            #expect(Set(result.plan.steps).count == result.plan.steps.count)
        }
    }

    @Test func `each package has its folder, and its gates are its proofs and its checks`() async throws {
        let result = try await Self.twoPackages()
        #expect(result.packages.map(\.folder) == ["secp256k1-0.5.0", "example-1.0"])
        for (package, targets) in zip(result.packages, [Samples.ten, ["ios-arm64", "linux-gnu-x86_64"]]) {
            let gates = package.gates.map { result.plan[$0] }
            let identity = package.folder.replacing("-", with: "@", maxReplacements: 1)
            #expect(gates.allSatisfy { $0.package?.description == identity })
            let proofs = gates.filter { $0.title.hasPrefix("prove the module") }.compactMap(\.slice)
            #expect(proofs.sorted() == targets.sorted())
            #expect(gates.count { $0.kind == .audit } == 1 && gates.count { $0.kind == .checkAnswers } == 1)
            #expect(gates.count == targets.count + 2)
            #expect(result.plan[package.dist].outputs.contains(package.output))
            #expect(result.goals.isSuperset(of: package.gates + [package.dist]))
        }
    }

    @Test func `Embedded Swift imports modules only for targets that have its standard library`() async throws {
        var request = Samples.request(try await Samples.package(try Samples.secp256k1(), Samples.ten))
        request.swift = ModuleRequest.SwiftCompiler(
            path: "/swift/usr/bin/swiftc", digest: Digest(of: []), shims: "/swift/usr/lib/swift/shims",
            embedded: ["arm64-apple-ios", "arm64-apple-none-macho", "x86_64-unknown-linux-gnu"])
        let result = try Planner.plan(request)
        let imports = result.plan.steps.indices.filter {
            result.plan.steps[$0].title.hasPrefix("have Embedded Swift import")
        }
        #expect(imports.map { result.plan.steps[$0].slice } == ["ios-arm64", "linux-gnu-x86_64"])
        let step = try #require(imports.first.map { result.plan.steps[$0] })
        guard case .command(let arguments, _) = step.work else {
            Issue.record("\(step.work)")
            return
        }
        let words = arguments.value
        #expect(words.starts(with: ["/bin/sh", "import.sh", "/swift/usr/bin/swiftc"]))
        #expect(words.contains("arm64-apple-ios18.0") && words.contains("Embedded"), "\(words)")
        #expect(
            result.packages[0].gates.contains { result.plan[$0] == step }, "a module that Swift refuses is delivered")
    }

    // MARK: Data

    @Test func `a decoded plan equals the encoded one`() async throws {
        for result in try await Self.plans() {
            let data = try JSONEncoder().encode(result)
            #expect(try JSONDecoder().decode(Planner.Result.self, from: data) == result)
        }
    }

    @Test func `planning is deterministic`() async throws {
        #expect(try await Self.plans() == Self.plans())
    }

    @Test func `without local sources, the plan does not depend on the recipe's folder`() async throws {
        let recipe = try Samples.secp256k1()
        let here = try await Samples.package(recipe, Samples.ten, folder: "/home/here/recipes/secp256k1")
        let there = try await Samples.package(recipe, Samples.ten, folder: "/srv/there")
        #expect(try Planner.plan(Samples.request(here)) == Planner.plan(Samples.request(there)))
    }

    /// Only a `path:` source is in the recipe's folder; only the fetch step may depend on that folder.
    @Test func `only the fetch step depends on the path of a local source`() async throws {
        let recipe = try Samples.example()
        let here = try await Samples.package(recipe, ["ios-arm64"], folder: "/home/here/recipes/example")
        let steps = try Planner.plan(Samples.request(here)).plan.steps
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let dependent = try steps.filter {
            String(decoding: try encoder.encode($0), as: UTF8.self).contains("/home/here")
        }
        #expect(dependent.map(\.title) == ["fetch example 1.0"])
    }

    @Test(arguments: [Samples.ten.reversed(), Samples.ten.sorted(), Array(Samples.ten[4...] + Samples.ten[..<4])])
    func `the order of the requested targets does not change the plan`(_ targets: [String]) async throws {
        #expect(try await Samples.plan(targets) == Samples.plan(Samples.ten))
    }

    // MARK: Sharing

    @Test func `targets and packages share sysroots`() async throws {
        let result = try await Self.twoPackages()
        let sysroots = result.steps("make the")
        #expect(
            sysroots.map(\.title) == [
                "make the macos 15.5 sysroot", "make the ios 18.5 sysroot", "make the glibc 2.31 sysroot",
                "make the glibc 2.31 sysroot",
            ])
        #expect(result.steps("compile the glibc 2.31 libraries").count == 2)
        #expect(
            result.steps("fetch ziglang").map(\.title) == [
                "fetch ziglang 0.15.2 for apple", "fetch ziglang 0.15.2 for glibc",
            ])
        #expect((sysroots + result.steps("fetch ziglang")).allSatisfy { $0.package == nil })
        for step in result.steps("build") + result.steps("prove") + result.steps("check the headers") {
            let target = try #require(step.targets.first)
            guard case .output(let id, "sysroot") = step.inputs["sysroot"] else {
                Issue.record("\(step.title) for \(target) has no sysroot")
                continue
            }
            let title =
                target.platform.isApple
                ? "make the \(target.platform.rawValue) \(Self.sdk(target)) sysroot"
                : "compile the glibc 2.31 libraries"
            #expect(result.plan[id].title == title)
        }
    }

    private static func sdk(_ target: Target) -> String { target.platform == .macOS ? "15.5" : "18.5" }

    /// Toolchains may make stubs from different wheels, or from different members of one wheel.
    @Test func `sysroots from different wheels or members are distinct`() async throws {
        let package = try await Samples.package(try Samples.secp256k1(), ["ios-arm64", "ios-armv7", "ios-armv7s"])
        var slices = package.slices
        guard case .stub(let stub, var wheel) = slices[0].toolchain.sysroot else {
            Issue.record("no stub")
            return
        }
        wheel.digest = Machines.digest("another wheel")
        let changed = wheel
        slices[1] = Samples.slice(slices[1]) { $0.sysroot = .stub(stub, wheel: changed) }
        let other = StubSysroot(
            family: stub.family, headers: "other/include", library: stub.library, version: stub.version)
        slices[2] = Samples.slice(slices[2]) { $0.sysroot = .stub(other, wheel: changed) }
        let result = try Planner.plan(Samples.request(Samples.package(package, with: slices)))
        #expect(result.steps("make the ios").count == 3)
        #expect(result.steps("fetch ziglang").count == 3)
    }

    @Test func `a package is fetched and bootstrapped once`() async throws {
        let result = try await Samples.plan(Samples.ten)
        #expect(result.steps("fetch secp256k1").count == 1)
        #expect(result.steps("bootstrap").count == 1)
        let builds = result.steps("build")
        #expect(builds.compactMap(\.slice).sorted() == Samples.ten.sorted())
        #expect(Set(builds.map { $0.inputs["source"] }).count == 1)
        #expect(builds.allSatisfy { $0.outputs == ["prefix", "answers"] })
    }

    @Test func `a package requested twice is planned once`() async throws {
        let package = try await Samples.package(try Samples.secp256k1(), Samples.ten)
        #expect(try Planner.plan(Samples.request(package, package)) == Planner.plan(Samples.request(package)))
    }

    @Test func `without bootstrap the fetched source is built`() async throws {
        let package = try await Samples.package(try Samples.example(), ["linux-gnu-x86_64"])
        let result = try Planner.plan(Samples.request(package))
        #expect(result.steps("bootstrap").isEmpty)
        #expect(try result.step("build", "linux-gnu-x86_64").inputs["source"] == .output(StepID(index: 0), "tree"))
    }

    @Test func `a build of slices together has a prefix for each target`() async throws {
        let result = try await Samples.plan([Samples.shared], build: ["slices: together"])
        let build = try result.step("build", Samples.shared)
        #expect(result.steps("build").count == 1)
        #expect(build.outputs == Samples.classicFive.map { .checked("prefix/\($0)") } + ["answers"])
        #expect(
            Set(build.inputs.keys) == [
                "run.sh", "source", "sysroot", "tools/ar", "tools/linker/ld", "tools/lipo", "tools/nm",
                "tools/pkg-config", "tools/probe-ld", "tools/ranlib", "tools/strip",
            ])
        let merge = try result.step("merge archives")
        for (name, path) in zip(Samples.classicFive, build.outputs) {
            let id = try #require(result.plan.steps.firstIndex(of: build).map(StepID.init))
            let slice = PrefixLayout.slice(try Machines.named(name))
            #expect(merge.inputs[slice.appending("lib")] == .output(id, path.appending("lib")))
        }
    }

    @Test func `without Apple targets no fat archives are merged`() async throws {
        let result = try await Samples.plan(["linux-gnu-x86_64"])
        #expect(result.steps("merge archives").isEmpty)
        #expect(try result.step("audit").inputs["lib"] == nil)
        #expect(try result.step("compose").inputs["lib"] == nil)
    }

    @Test func `headers are checked once per platform, and modules are proved once per target`() async throws {
        let result = try await Samples.plan(Samples.ten)
        #expect(
            result.steps("check the headers").compactMap(\.slice) == ["macos-arm64", "ios-armv7", "linux-gnu-x86_64"])
        #expect(result.steps("prove").count == Samples.ten.count)
    }
}
