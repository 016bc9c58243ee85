import Actions
import Basics
import Checking
import Foundation

extension PackageFiles {
    /// The package in a folder of this machine.
    static func at(_ path: String, on host: Host) throws -> PackageFiles {
        let place = host.absolute(path)
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: place, isDirectory: &isFolder) else {
            throw CommandFailure(.usage, error: "nothing stands at `\(path)`")
        }
        guard isFolder.boolValue else {
            throw CommandFailure(
                .usage, error: "`\(path)` is no folder", hint: path.hasSuffix(".zip") ? "unpack it first" : nil)
        }
        do {
            return try folder(place, name: path.trimmingSuffix("/")) { Digest(of: $0).hash.description }
        } catch {
            throw CommandFailure(.usage, error: "cannot list `\(path)`")
        }
    }
}
