import Foundation
import Machine

extension Host {
    /// Makes an empty folder for a command's own files, which the caller removes.
    ///
    /// - Returns: the absolute path of the folder.
    func makeScratch(_ command: String) throws -> String {
        let folder = environment["TMPDIR"].flatMap { $0.isEmpty ? nil : $0.trimmingSuffix("/") } ?? "/tmp"
        let path = absolute("\(folder)/xbuild-\(command)-\(UUID().uuidString)")
        try CommandFailure.writing(path) { () throws(FileError) in try FileSystem.makeFolders(path) }
        return path
    }
}
