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
    /// Returns the store at this path, or the default store for nil. Throws `CommandFailure` if there is no store.
    func store(_ path: String?) throws -> DiskStore {
        let path = try absolute(path ?? defaultStore)
        guard FileSystem.exists(path) else {
            throw CommandFailure(.usage, error: "there is no store at `\(path)`")
        }
        return DiskStore(at: FilePath(path))
    }
}
