import Actions
import Basics
import Machine
import Store
import SystemPackage

/// Trees that many actions of a run only read, such as a sysroot: written once and mounted for each of them.
///
/// Writing hundreds of headers for every action would take longer than some of the actions themselves.
actor SharedTrees {
    private let trees: TreeTransfer
    /// The folder of the trees. The creator of the run's folder removes it.
    private let home: FilePath
    private var written: [Digest: Task<Result<FilePath, StoreError>, Never>] = [:]

    init(trees: TreeTransfer, in home: FilePath) {
        self.trees = trees
        self.home = home
    }

    /// The path of the folder, or the store's error when it could not be written; the next call then tries again.
    func folder(of node: Node) async throws(EngineError) -> Result<FilePath, StoreError> {
        let parent = Directory([Self.name: node])
        let task: Task<Result<FilePath, StoreError>, Never>
        if let known = written[parent.digest] { task = known } else { task = try start(parent) }
        let result = await task.value
        // Of several waiting tasks, only the first removes the failed attempt.
        if case .failure = result, written[parent.digest] == task { written[parent.digest] = nil }
        return result
    }

    private static let name = "tree"

    private func start(_ parent: Directory) throws(EngineError) -> Task<Result<FilePath, StoreError>, Never> {
        let folder = home.appending(parent.digest.hash.hex)
        try onDisk(folder.makeFolders())
        let trees = trees
        let task = Task { () -> Result<FilePath, StoreError> in
            do throws(StoreError) {
                try await trees.export(parent, folder)
                return .success(folder.appending(Self.name))
            } catch {
                return .failure(error)
            }
        }
        written[parent.digest] = task
        return task
    }
}
