import Foundation
import Store
import SystemPackage

extension Host {
    /// Reports a folder that cannot be made or written before the work begins.
    ///
    /// - Parameters:
    ///   - words: the folder as the user wrote it.
    ///   - what: the kind of files to be written there, in the plural.
    func checkFolder(_ words: String, for what: String, option: String) throws {
        var folder = FilePath(absolute(words))
        while access(folder.string, F_OK) != 0, folder.removeLastComponent() {}
        var isFolder: ObjCBool = false
        _ = FileManager.default.fileExists(atPath: folder.string, isDirectory: &isFolder)
        guard isFolder.boolValue, access(folder.string, W_OK) == 0 else {
            throw CommandFailure(
                .usage, error: "cannot write \(what) to `\(words)`", hint: "give another folder with \(option)")
        }
    }
}

extension Host {
    /// The store that the user names, or the default one. Throws `CommandFailure` when there is none.
    func store(_ path: String?) throws -> DiskStore {
        let path = try absolute(path ?? defaultStore)
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(.usage, error: "there is no store at `\(path)`")
        }
        return DiskStore(at: FilePath(path))
    }
}
