import Actions
import Basics
import Engine
import Foundation
import Machine
import ModuleMaps
import Planning
import Store
import SystemPackage
import Targets
import Toolchains

/// Writes and proves the module map of a folder of headers, as actions of the store.
struct ModuleProver {
    var build: Build
    /// The folder as the user wrote it.
    var folder: String
    /// Other folders of headers.
    var includes: [String]
    var module: ModuleMapRequest
    /// The arguments of `--targets`.
    var targets: [String]

    /// The map and the facts about it, as text.
    struct Proven {
        var map: String
        var decisions: [String] = []
        var proofs: [String] = []
        var faults: [String] = []
        /// The headers and the module map.
        var include: Digest
    }

    private var context: BuildContext { build.context }
    private var host: Host { context.host }

    /// Runs the actions and returns the map with its proofs.
    ///
    /// - Throws: `CommandFailure`, without a message if the failing step was already reported.
    func run() async throws -> Proven {
        let request = try await request()
        let planned = try Planner.planModule(request, tools: try context.carriedTools())
        let outcome = try await build.run(
            Build.Work(plan: planned.plan, readOnly: request.visibleFolders),
            reading: [planned.map] + planned.proofs.values)
        guard let result = outcome.results[planned.map]?.action,
            case .directory(let tree, _) = result.outputs["include"]
        else {
            context.failures.report(outcome, of: planned.plan)
            throw CommandFailure(Pipeline.status(of: outcome, planned.plan))
        }
        let include = try await Directory.load(tree: tree, from: context.store)
        guard case .file(let map, _) = include["module.modulemap"], let text = try text(map) else {
            throw CommandFailure(.fault, error: "the store `\(context.store.path)` lacks blobs that were just stored")
        }
        var proven = Proven(map: text, include: tree)
        let decisions = try decisions(result)
        proven.decisions = decisions.map { "\($0.header): \($0.words)" }
        try report(outcome, planned, decisions, &proven)
        return proven
    }

    /// Writes the headers and their map to a new folder.
    func write(_ proven: Proven, to output: String) async throws {
        let place = host.absolute(output)
        guard !FileSystem.exists(place) else {
            throw CommandFailure(.usage, error: "`\(output)` exists", hint: "give another folder with --output")
        }
        let tree = try await Directory.load(tree: proven.include, from: context.store)
        let new = Replacement(of: place)
        try await TreeExport(from: context.store).export(tree, to: FilePath(new.path))
        try CommandFailure.writing(output) { () throws(FileError) in try new.place() }
    }

    // MARK: Inputs

    private func request() async throws -> ModuleRequest {
        var request = ModuleRequest(
            headers: try files(folder), module: module, toolchains: try await toolchains())
        guard !request.headers.isEmpty else {
            throw CommandFailure(.usage, error: "there are no headers in `\(folder)`")
        }
        request.dependencies = try includes.map(files)
        request.digests = try context.digests(of: request.toolchains.flatMap(\.inputFiles))
        request.swift = try context.swift(beside: request.toolchains)
        return request
    }

    /// Returns every file below a folder except module maps; links are followed.
    private func files(_ folder: String) throws -> [RelativePath: LocalFile] {
        let root = host.absolute(folder)
        guard let names = try? FileSystem.subpaths(of: root, skippingUnreadable: true) else {
            throw CommandFailure(.usage, error: "cannot list `\(folder)`")
        }
        var files: [RelativePath: LocalFile] = [:]
        for name in names {
            let path = URL(filePath: "\(root)/\(name)").resolvingSymlinksInPath().path(percentEncoded: false)
            guard let kind = FileSystem.kind(path), kind != .folder, let inner = RelativePath(name),
                !["module.modulemap", "module.private.modulemap"].contains(inner.name)
            else { continue }
            files[inner] = LocalFile(path: path, digest: try context.digests.digest(ofFile: path))
        }
        return files
    }

    private func toolchains() async throws -> [ResolvedToolchain] {
        let selected = try Preparation.selectors(targets).flatMap { $0.targets(host: host.target) }
        let served = Set(context.toolchains.targets(host: host.target))
        let asked = Target.all.filter { selected.contains($0) }
        var found: [ResolvedToolchain] = []
        do throws(ToolchainError) {
            for target in asked where served.contains(target) || asked.count == 1 {
                let request = ToolchainRequest(target: target, host: host.target)
                found.append(try await context.toolchains.resolve(request, context.toolchainEffects))
            }
        } catch {
            throw CommandFailure(.usage, error)
        }
        guard !found.isEmpty else {
            throw CommandFailure(
                .usage, error: "there is no target to prove the module for", hint: "`xbuild targets` lists them")
        }
        return found
    }

    // MARK: The result

    private struct Decision: Decodable {
        var header: RelativePath
        var listing: ModuleMap.Listing
        var reason: String?

        /// The kind of the header's listing, and the reason for it.
        var words: String { listing.rawValue + (reason.map { ": \($0)" } ?? "") }
    }

    private func decisions(_ result: ActionResult) throws -> [Decision] {
        guard case .file(let digest, _) = result.outputs["modulemap.json"], let text = try text(digest) else {
            return []
        }
        return (try? JSONDecoder().decode([Decision].self, from: Data(text.utf8))) ?? []
    }

    private func text(_ digest: Digest) throws -> String? {
        try context.store.blob(digest).map { String(decoding: $0, as: UTF8.self) }
    }

    private func report(
        _ outcome: RunOutcome, _ planned: ModulePlan, _ decisions: [Decision], _ proven: inout Proven
    ) throws {
        context.failures.report(outcome, of: planned.plan)
        for (target, step) in planned.proofs.sorted(by: { $0.key.name < $1.key.name }) {
            guard case .file(let digest, _)? = outcome.results[step]?.action?.outputs[ModulePlan.reached] else {
                proven.faults.append("the module does not compile for `\(target)`")
                continue
            }
            let imports = planned.imports[target] ?? []
            let isImported = imports.allSatisfy { outcome.results[$0]?.action != nil }
            let isAsked = !imports.isEmpty
            proven.proofs.append("\(target): compiles\(isAsked && isImported ? ", and Swift imports it" : "")")
            if !isImported { proven.faults.append("Swift cannot import the module for `\(target)`") }
            let reached = Self.reached(try text(digest) ?? "")
            for decision in decisions where decision.listing != .leftOut && !reached.contains(decision.header) {
                proven.faults.append(
                    "no header of the module includes `\(decision.header)` for `\(target)`, which is "
                        + decision.words)
            }
        }
    }

    /// Returns the headers of the folder that the compiler's dependency list contains, which is in make's format.
    private static func reached(_ list: String) -> Set<RelativePath> {
        let words = list.replacing("\\\n", with: " ").split(whereSeparator: \.isWhitespace)
        let paths = words.compactMap { RelativePath($0.hasPrefix("./") ? String($0.dropFirst(2)) : String($0)) }
        return Set(paths.compactMap { $0.relative(to: "include") })
    }
}
