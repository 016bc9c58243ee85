import Actions
import Basics
import Foundation
import Planning
import Recipes
import Targets
import Testing
import Toolchains

/// Plans as text, for people who review changes.
enum PlanText {
    /// Lists every step with all its parts, except the texts of scripts.
    static func listing(_ result: Planner.Result) -> String {
        var lines: [String] = []
        for (index, step) in result.plan.steps.enumerated() {
            lines.append("\(index) \(step.title)\(step.slice.map { " [\($0)]" } ?? "")")
            lines += work(step.work)
            lines += step.inputs.sorted { $0.key < $1.key }.map { "    in   \($0.key) = \(input($0.value))" }
            lines += step.outputs.map { "    out  \($0)" }
            if !step.platform.isEmpty { lines.append("    key  \(step.platform.keys.sorted().joined(separator: " "))") }
        }
        for package in result.packages {
            let gates = package.gates.map { "\($0.index)" }.joined(separator: " ")
            lines.append("\(package.folder) is \(package.output) of \(package.dist.index), if \(gates) succeed")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func work(_ work: Work) -> [String] {
        switch work {
        case .command(let arguments, let environment):
            ["    run  \(arguments.value.joined(separator: " "))"]
                + environment.sorted { $0.key < $1.key }.map { "    env  \($0.key)=\($0.value)" }
        case .builtin(let name, let revision, let parameters):
            ["    does \(name) \(revision)"] + fields(of: parameters.value).map { "    with \($0)" }
        }
    }

    /// Returns the members of a JSON object, one per line.
    private static func fields(of parameters: String) -> [String] {
        guard let object = try? JSONSerialization.jsonObject(with: Data(parameters.utf8)) as? [String: Any] else {
            return [parameters]
        }
        return object.sorted { $0.key < $1.key }.flatMap { name, value in
            let items = value as? [Any] ?? [value]
            return items.map { "\(name): \(json($0))" }
        }
    }

    private static func json(_ value: Any) -> String {
        let options: JSONSerialization.WritingOptions = [.fragmentsAllowed, .sortedKeys, .withoutEscapingSlashes]
        let data = try? JSONSerialization.data(withJSONObject: value, options: options)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? "\(value)"
    }

    private static func input(_ input: Input) -> String {
        switch input {
        case .contents(let text, let isExecutable):
            "\(isExecutable ? "program" : "text") of \(text.value.split(separator: "\n").count) lines"
        case .localFile(let path, let digest, _): "\(path) \(digest.hash.hex.prefix(8))"
        case .output(let step, let path): "\(step.index):\(path)"
        }
    }

    // MARK: Table of targets

    /// Returns a few lines about a build step: its target, the arguments for its tools, its sysroot and its key.
    static func row(_ slice: SliceRequest, _ build: Step) throws -> String {
        let toolchain = slice.toolchain
        let words = try words(of: build)
        let names = ["CC=", "CFLAGS=", "CPPFLAGS=", "LDFLAGS="]
        let flags = ["--host=", "--build="].compactMap { name in words.first { $0.hasPrefix(name) } }
        let carried = build.inputs.keys.map(\.string).filter { $0.hasPrefix("tools/") }.sorted()
        var lines = [
            "\(try #require(build.slice)) (\(toolchain.name))",
            "triple \(toolchain.triple), minimum \(toolchain.minimum.map { "\($0)" } ?? "none")",
            flags.joined(separator: " "),
        ]
        lines += names.compactMap { name in words.first { $0.hasPrefix(name) } }
        lines += words.filter { $0.hasPrefix("ln ") }
        if !carried.isEmpty { lines.append("carried: \(carried.joined(separator: " "))") }
        lines.append("sysroot: \(sysroot(toolchain.sysroot))")
        lines.append("key: \(key(of: build))")
        return lines.joined(separator: "\n  ") + "\n"
    }

    /// Returns the names of a build step's properties, with all tools in one word.
    private static func key(of build: Step) -> String {
        let names = build.platform.keys.sorted()
        let tools = names.filter { $0.hasPrefix("tool.") }.map { $0.dropFirst("tool.".count) }
        return (names.filter { !$0.hasPrefix("tool.") } + ["tool.{\(tools.joined(separator: ","))}"])
            .joined(separator: " ")
    }

    private static func sysroot(_ sysroot: ResolvedToolchain.Sysroot) -> String {
        switch sysroot {
        case .absent: "none"
        case .system: "the system's"
        case .folder(let path): path
        case .stub(let stub, let wheel): "\(stub.family.rawValue) \(stub.version) of \(wheel.package) \(wheel.version)"
        case .glibc(let glibc, let wheel, _): "glibc \(glibc.version) of \(wheel.package) \(wheel.version)"
        }
    }

    /// Returns the script's lines, without indentation and continuation marks.
    private static func words(of build: Step) throws -> [String] {
        try script(of: build).split(separator: "\n").map { line in
            let line = line.trimmingPrefix { $0 == " " }
            return String(line.hasSuffix(" \\") ? line.dropLast(2) : line)
        }
    }

    /// Returns a step's script. Throws `NoScript` if the step has none.
    static func script(of step: Step) throws -> String {
        guard case .contents(let text, isExecutable: true) = step.inputs["run.sh"] else {
            throw NoScript(title: step.title)
        }
        return text.value
    }

    struct NoScript: Error {
        let title: String
    }
}

extension Step {
    /// The title that commands print.
    var title: String { StepWording.plain.title(identity) }
    var slice: String? { identity.slice }
}

extension Planner.Result {
    /// Returns the steps whose titles begin with a text, in order.
    func steps(_ title: String) -> [Step] { plan.steps.filter { $0.title.hasPrefix(title) } }

    func step(_ title: String, _ target: String? = nil) throws -> Step {
        let found = steps(title).filter { $0.slice == target }
        try #require(found.count == 1, "\(found.count) steps `\(title)` for \(target ?? "all")")
        return found[0]
    }
}
