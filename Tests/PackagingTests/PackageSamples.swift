import Actions
import Basics
import Foundation
import Packages
import Packaging
import Targets
import TestSupport

/// A library of one function, compiled by clang for a few targets, with headers, a module map and a license.
struct PackageSample {
    let bench: ToolBench
    let run = StepRun()
    var facts = PackageFacts(
        name: "tiny", version: .of("1.2.3"), summary: "adds one", license: "MIT", module: .of("Tiny"))
    var slices: [PackageSlice]

    /// - Parameters:
    ///   - headers: the headers below `include`; the map lists all of them.
    init(
        _ names: [String], headers: [String: String] = ["tiny.h": "int tiny_one(int x);\n"],
        source: String = "int tiny_one(int x) { return x + 1; }"
    ) throws {
        bench = try ToolBench()
        slices = names.map { name in
            let target = Target.named(name)
            let version: OSVersion =
                switch target.platform {
                case .visionOS: OSVersion(2)
                case .watchOS: OSVersion(9)
                // iOS 10 is the last version for 32-bit devices.
                default: OSVersion(target.architecture == .armv7 ? 9 : 16)
                }
            return PackageSlice(target: target, minimumVersion: target.platform.isApple ? version : nil)
        }
        for (path, text) in headers { try bench.write(Array(text.utf8), to: "include/\(path)") }
        let lines = headers.keys.sorted().map { "    header \"\($0)\"" }
        let map = ["module Tiny [system] {"] + lines + ["    export *", "}", ""]
        try bench.write(Array(map.joined(separator: "\n").utf8), to: "include/module.modulemap")
        try bench.write(Array("Do as you like.\n".utf8), to: "licenses/COPYING")
        for variant in PackageVariant.all(of: slices) { try compile(variant, source) }
    }

    private func compile(_ variant: PackageVariant, _ source: String) throws {
        let output = variant.archive(of: facts).string
        var thin: [String] = []
        for slice in variant.slices {
            let triple = slice.minimumVersion.map(slice.target.triple(minimum:)) ?? slice.target.triple
            let path = "thin/\(slice.target)/libTiny.a"
            try bench.archive(path, ["tiny": source], triple: triple)
            thin.append(path)
        }
        let folder = bench.root.appending(path: output).deletingLastPathComponent()
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if thin.count == 1 {
            try bench.tool("cp", thin[0], output)
        } else {
            try bench.tool(["llvm-lipo-22", "-create"] + thin + ["-output", output])
        }
    }

    /// Runs a step over the sample and writes its outputs.
    @discardableResult
    func make<Step: PackagingStep>(_ step: Step.Type, _ parameters: Step.Parameters) async throws -> BuiltinOutcome {
        let outcome = try await run.run(step, parameters, run.tree(at: bench.root))
        try run.lay(outcome, in: bench)
        return outcome
    }

    /// Returns the paths of all files and links below a folder, sorted, with an `@` after the path of a link.
    func listing(_ folder: String) throws -> [String] {
        let root = bench.root.appending(path: folder)
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path(percentEncoded: false))
        return paths.sorted().compactMap { path in
            let full = root.appending(path: path).path(percentEncoded: false)
            let type = try? FileManager.default.attributesOfItem(atPath: full)[.type] as? FileAttributeType
            switch type {
            case .typeDirectory?: return nil
            case .typeSymbolicLink?: return path + "@"
            default: return path
            }
        }
    }
}

extension StepRun {
    /// Writes the files and symlinks of an outcome.
    func lay(_ outcome: BuiltinOutcome, in bench: ToolBench) throws {
        try write(outcome, to: bench)
        for (path, node) in outcome.outputs { try links(node, at: path.string, in: bench) }
    }

    private func links(_ node: Node, at path: String, in bench: ToolBench) throws {
        switch node {
        case .directory(let directory):
            for entry in directory.entries { try links(entry.node, at: "\(path)/\(entry.name)", in: bench) }
        case .symlink(let target):
            let full = bench.root.appending(path: path).path(percentEncoded: false)
            try FileManager.default.createDirectory(
                at: bench.root.appending(path: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(atPath: full, withDestinationPath: target)
        case .file, .unloaded: break
        }
    }
}

extension Version {
    static func of(_ text: String) -> Version {
        guard let version = Version(text) else { preconditionFailure("not a version: \(text)") }
        return version
    }
}

extension ModuleName {
    static func of(_ text: String) -> ModuleName {
        guard let name = ModuleName(text) else { preconditionFailure("not a module's name: \(text)") }
        return name
    }
}
