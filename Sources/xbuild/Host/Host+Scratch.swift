import Foundation

extension Host {
    /// Makes an empty folder for a command's own files, which the caller removes.
    ///
    /// - Returns: its absolute path.
    func makeScratch(_ command: String) throws -> String {
        let folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-\(command)-\(UUID().uuidString)")
        let path = folder.path(percentEncoded: false)
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        } catch {
            throw CommandFailure(.fault, error: "cannot write to `\(path)`")
        }
        return path
    }
}
