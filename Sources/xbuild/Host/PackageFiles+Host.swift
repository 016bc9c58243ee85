import Actions
import Basics
import Checking
import Machine

extension PackageFiles {
    /// Returns the package in a folder of this machine or in a zip, which stays unpacked as long as the returned value
    /// exists.
    ///
    /// - Parameter manifests: runs the manifests of SwiftPM packages; nil to run none.
    static func at(_ path: String, on host: Host, manifests: ManifestRun? = nil) async throws -> PackageFiles {
        let place = host.absolute(path)
        guard let kind = FileSystem.kind(place) else {
            throw CommandFailure(.usage, error: "nothing exists at `\(path)`")
        }
        if kind == .folder {
            var files = try listed(place, name: path.trimmingSuffix("/"))
            files.manifests = try await manifests?.answers(for: files, at: place) ?? [:]
            return files
        }
        guard path.hasSuffix(".zip") else {
            throw CommandFailure(.usage, error: "`\(path)` is neither a folder nor a zip")
        }
        let zip = try await UnpackedZip(place, on: host)
        var files = try listed(zip.folder, name: path)
        files.manifests = try await manifests?.answers(for: files, at: zip.folder) ?? [:]
        // The closure keeps the unpacked folder until it is released itself.
        let read = files.read
        files.read = { path in try withExtendedLifetime(zip) { try read(path) } }
        return files
    }

    private static func listed(_ place: String, name: String) throws -> PackageFiles {
        do {
            return try folder(place, name: name) { Digest(of: $0).hash.description }
        } catch {
            throw CommandFailure(.usage, error: "cannot list `\(name)`")
        }
    }
}
