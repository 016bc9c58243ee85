// Makes the action of a step, whose digest is the key, from the results of earlier steps. Uses the store only to read
// folders, as few as possible.

import Actions
import Basics
import Store

/// Makes a step's action.
struct ActionBuilder: Sendable {
    /// Reads a folder of the store.
    var load: FolderLoader

    /// Returns the action of a step. `results` must contain the results of all its input steps.
    func action(for id: StepID, of plan: Plan, results: [StepID: ActionResult]) async throws(EngineError) -> Action {
        let step = plan[id]
        var nodes: [RelativePath: Node] = [:]
        for (path, input) in step.inputs { nodes[path] = try await node(for: input, of: plan, results: results) }
        let root = try await Directory.merging(nodes, of: step.identity, load: load)
        return Action(command: step.command, inputRoot: root, platform: step.platform)
    }

    private func node(
        for input: Input, of plan: Plan, results: [StepID: ActionResult]
    ) async throws(EngineError) -> Node {
        switch input {
        case .contents(let text, let isExecutable):
            return .file(Digest(of: Array(text.value.utf8)), isExecutable: isExecutable)
        case .localFile(_, let digest, let isExecutable): return .file(digest, isExecutable: isExecutable)
        case .output(let id, let path):
            guard let node = try await node(at: path, in: results[id]?.outputs ?? [:]) else {
                throw .noSuchOutput(step: plan[id].identity, path: path)
            }
            return node
        }
    }

    /// Returns the output at a path, or the node at that path below an output folder; nil if there is none.
    private func node(at path: RelativePath, in outputs: [RelativePath: ActionResult.Output])
        async throws(EngineError) -> Node?
    {
        if let output = outputs[path] { return output.node }
        for (folder, output) in outputs {
            guard let below = path.relative(to: folder) else { continue }
            return try await node(at: below.components[...], from: output.node)
        }
        return nil
    }

    private func node(at components: ArraySlice<String>, from node: Node) async throws(EngineError) -> Node? {
        guard let name = components.first else { return node }
        guard let below = try await node.folder(load)?[name: name] else { return nil }
        return try await self.node(at: components.dropFirst(), from: below)
    }
}

extension Node {
    /// Returns the folder, read from the store if it is unloaded; nil for a file or a link.
    func folder(_ load: FolderLoader) async throws(EngineError) -> Directory? {
        switch self {
        case .file, .symlink: return nil
        case .directory(let directory): return directory
        case .unloaded(let digest):
            return try await inStore(await load(digest))
        }
    }
}
