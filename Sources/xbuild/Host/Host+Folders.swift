import Machine
import Store
import SystemPackage

extension Host {
    /// Returns the paths of the executable files with this name in the folders of PATH, in the order of PATH.
    func programs(_ name: String) -> [String] {
        (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }.filter(FileSystem.isExecutable)
    }

    /// Runs a program to its end; returns its output and exit status.
    ///
    /// - Parameter failure: the error message if the program cannot run; the reason is appended.
    /// - Throws: `CommandFailure`, and `CancellationError` after an interruption.
    func run(
        _ arguments: [String], _ environment: [String: String], in folder: FilePath, failure: String
    ) async throws -> ProcessResult {
        do throws(ProcessFailure) {
            return try await ProcessRunner.live.run(arguments, environment, folder)
        } catch {
            if error == .cancelled { throw CancellationError() }
            throw CommandFailure(.fault, error: "\(failure): \(error)")
        }
    }

    /// Throws if a folder cannot be made or written. Called before the work begins, whose results could not be written.
    ///
    /// - Parameters:
    ///   - words: the folder as the user wrote it.
    ///   - what: the kind of files to be written there, in the plural.
    func checkFolder(_ words: String, for what: String, option: String) throws {
        var folder = FilePath(absolute(words))
        while !folder.exists, folder.removeLastComponent() {}
        guard FileSystem.kind(folder.string) == .folder, FileSystem.isWritable(folder.string) else {
            throw CommandFailure(
                .usage, error: "cannot write \(what) to `\(words)`", hint: "give another folder with \(option)")
        }
    }
}

extension Host {
    /// Returns the store at this path, or the default store for nil. Throws `CommandFailure` if there is no store, and
    /// `StoreError` if it is not trusted.
    func store(_ path: String?) throws -> DiskStore {
        let path = try absolute(path ?? defaultStore)
        guard FileSystem.exists(path) else {
            throw CommandFailure(.usage, error: "there is no store at `\(path)`")
        }
        return try DiskStore.opening(FilePath(path))
    }

    /// Returns the same store, which need not exist yet. Throws `CommandFailure` if it cannot be made.
    func openStore(_ path: String?, trust: ResultTrust? = nil) throws -> DiskStore {
        let path = try absolute(path ?? defaultStore)
        do {
            let store = try DiskStore.opening(FilePath(path), trust: trust)
            if !FileSystem.exists(path) { try checkStoreCanBeMade(at: path) }
            return store
        } catch StoreError.file(let error) {
            throw Self.unusableStore(path, "\(error)")
        }
    }

    private func checkStoreCanBeMade(at path: String) throws {
        var folder = FilePath(path)
        while !folder.exists, folder.removeLastComponent() {}
        let reason: String
        switch FileSystem.kind(folder.string) {
        case .folder where FileSystem.isWritable(folder.string): return
        case .folder: reason = "`\(folder)` cannot be written"
        case .file, .link, .special, nil: reason = "`\(folder)` is not a folder"
        }
        throw Self.unusableStore(path, reason)
    }

    private static func unusableStore(_ path: String, _ reason: String) -> CommandFailure {
        CommandFailure(
            .usage, error: "there can be no store at `\(path)`: \(reason)",
            hint: "name another folder with --store or XBUILD_STORE")
    }
}
