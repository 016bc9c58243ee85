import Actions
import Basics
import Machine
import Store
import SystemPackage

/// Trees that many actions of a run only read, such as a sysroot. Each tree is written once and mounted for each
/// action.
///
/// Writing hundreds of headers for every action would take longer than some of the actions themselves.
actor SharedTrees {
    private let store: any FileStore
    /// The folder of the trees. The creator of the run's folder removes it.
    private let home: FilePath
    private var written: [Digest: Writing] = [:]

    private typealias Writing = Task<Result<FilePath, StoreError>, Never>

    init(from store: any FileStore, in home: FilePath) {
        self.store = store
        self.home = home
    }

    /// Returns the path of the folder. If it could not be written, the next call tries again.
    func folder(of node: Node) async throws(EngineError) -> FilePath {
        let parent = Directory([Self.name: node])
        let task = if let known = written[parent.digest] { known } else { try start(parent) }
        do throws(StoreError) {
            return try await task.value.get()
        } catch {
            // Of several waiting tasks, only the first removes the failed attempt.
            if written[parent.digest] == task { written[parent.digest] = nil }
            throw .store(error)
        }
    }

    private static let name = "tree"

    private func start(_ parent: Directory) throws(EngineError) -> Writing {
        let folder = home.appending(parent.digest.hash.hex)
        try onDisk(folder.makeFolders())
        let store = store
        let task = Writing {
            do throws(StoreError) {
                try await TreeExport(from: store).export(parent, to: folder)
                return .success(folder.appending(Self.name))
            } catch {
                return .failure(error)
            }
        }
        written[parent.digest] = task
        return task
    }
}
