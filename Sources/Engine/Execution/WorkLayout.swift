import Actions
import Basics
import Machine
import Store
import SystemPackage

/// Writes an action's inputs to its work folder.
///
/// Trees that the step shares with other steps are written only once. A sandbox mounts them read-only. Without a
/// sandbox, symbolic links point to the trees that no step writes.
struct WorkLayout: Sendable {
    typealias ShownTree = (FilePath, at: RelativePath)

    let store: any FileStore
    let shared: SharedTrees
    let isSandboxed: Bool

    /// Writes the input root, and the parent folders of outputs, as the Remote Execution API requires.
    ///
    /// - Returns: the trees that the sandbox must mount.
    func write(_ task: StepTask, in root: FilePath) async throws(EngineError) -> [ShownTree] {
        let common = entries(of: task)
        let names = Set(common.map(\.name))
        let own = Directory(entries: task.action.inputRoot.entries.filter { !names.contains($0.name) })
        try await inStore(await TreeExport(from: store).export(own, to: root))
        var shown: [ShownTree] = []
        for entry in common {
            let tree = try await shared.folder(of: entry.node)
            guard let path = RelativePath(entry.name) else { continue }
            if isSandboxed { shown.append((tree, at: path)) }
            try place(tree, at: root.appending(entry.name))
        }
        try Launch.makeFolders(in: root)
        for parent in Set(task.action.command.outputPaths.compactMap(\.parent)) {
            try onDisk(root.appending(parent.string).makeFolders())
        }
        return shown
    }

    /// Copies the shared trees into a folder that is kept for the user.
    func complete(_ task: StepTask, in root: FilePath) async {
        for entry in entries(of: task) {
            try? root.appending(entry.name).removeTree()
            // The kept folder is only for inspection, so a tree that cannot be written is left out.
            try? await TreeExport(from: store).export(Directory([entry.name: entry.node]), to: root)
        }
    }

    private func place(_ tree: FilePath, at path: FilePath) throws(EngineError) {
        if isSandboxed {
            try onDisk(path.makeFolders())
        } else {
            try onDisk(FileSystem.makeLink(path.string, target: tree.string))
        }
    }

    /// Returns the shared top-level entries of the step, except those that contain an output.
    private func entries(of task: StepTask) -> [Directory.Entry] {
        let outputs = Set(task.action.command.outputPaths.compactMap { $0.components.first })
        let shared = isSandboxed ? task.step.shared.union(task.step.readOnly) : task.step.shared
        let names = Set(shared.map(\.string)).subtracting(outputs)
        return task.action.inputRoot.entries.filter { entry in
            switch entry.node {
            case .directory, .unloaded: names.contains(entry.name)
            case .file, .symlink: false
            }
        }
    }
}
