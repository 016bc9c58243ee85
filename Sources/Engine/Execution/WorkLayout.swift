import Actions
import Basics
import Store
import SystemPackage

/// Lays an action's inputs out in its work folder.
///
/// Trees that the step shares with others are not written again: in a sandbox they are shown at their place, where
/// nobody can write in them; outside of it a link leads to those that nobody will write in.
struct WorkLayout: Sendable {
    typealias ShownTree = (FilePath, at: RelativePath)

    let trees: TreeTransfer
    let shared: SharedTrees
    let isSandboxed: Bool

    /// Writes the input root, and the folders in which outputs are to appear, as the Remote Execution API asks for.
    ///
    /// - Returns: the trees that the sandbox must show, or what the store said when it lacked something.
    func lay(_ task: StepTask, in root: FilePath) async throws(EngineError) -> Result<[ShownTree], StoreError> {
        let common = entries(of: task)
        do throws(StoreError) {
            try await trees.export(own(task, without: common), root)
        } catch {
            return .failure(error)
        }
        var shown: [ShownTree] = []
        for entry in common {
            switch try await shared.folder(of: entry.node) {
            case .failure(let error): return .failure(error)
            case .success(let tree):
                guard let path = RelativePath(entry.name) else { continue }
                if isSandboxed { shown.append((tree, at: path)) }
                try place(tree, at: root.appending(entry.name))
            }
        }
        for name in [Launch.home, Launch.temporary] { try Files.makeFolder(root.appending(name)) }
        for parent in Set(task.action.command.outputPaths.compactMap(\.parent)) {
            try Files.makeFolder(root.appending(parent.string))
        }
        return .success(shown)
    }

    /// Gives a folder that is kept for a person its own copies of the shared trees.
    func complete(_ task: StepTask, in root: FilePath) async {
        for entry in entries(of: task) {
            Files.remove(root.appending(entry.name))
            // What is kept is for looking at: a tree that cannot be written any more is missing there, and that is all.
            try? await trees.export(Directory([entry.name: entry.node]), root)
        }
    }

    private func place(_ tree: FilePath, at path: FilePath) throws(EngineError) {
        if isSandboxed { try Files.makeFolder(path) } else { try Files.makeLink(path, to: tree) }
    }

    /// The top entries that the step shares, none of which holds an output.
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

    private func own(_ task: StepTask, without common: [Directory.Entry]) -> Directory {
        let names = Set(common.map(\.name))
        return Directory(entries: task.action.inputRoot.entries.filter { !names.contains($0.name) })
    }
}
