import Actions
import Basics
import Machine
import Store

/// A file, link or folder in a delivered folder, for the comparison with the delivered one.
struct DistEntry {
    private let status: FileStatus
    private let path: String

    /// Nil if nothing exists at the path. A link is not followed.
    init?(_ path: String) {
        guard let status = try? FileStatus.of(path) else { return nil }
        self.status = status
        self.path = path
    }

    /// Returns whether a folder is as it was delivered, judged by metadata: exported files have a fixed modification
    /// time, which an edit changes.
    static func isUnchanged(_ directory: Directory, at folder: String) -> Bool {
        guard let names = try? FileSystem.repairedNames(in: folder),
            names.count(where: { !isGenerated($0) }) == directory.entries.count(where: { !isGenerated($0.name) })
        else { return false }
        return directory.entries.allSatisfy { entry in
            let path = "\(folder)/\(entry.name)"
            return DistEntry(path).map { $0.hasMetadata(of: entry.node) } ?? false
        }
    }

    private func hasMetadata(of node: Node) -> Bool {
        switch node {
        case .file(let digest, let isExecutable):
            status.kind == .file && status.size == digest.size && status.isExecutable == isExecutable
                && status.modified / 1_000_000_000 == TreeExport.defaultTime
        case .symlink(let target):
            status.kind == .link && (try? FileSystem.linkTarget(path)) == target
        case .directory(let directory): isFolder && Self.isUnchanged(directory, at: path)
        case .unloaded: false
        }
    }

    /// Returns whether a file or link has these contents. The file is read, because its time proves nothing: a file
    /// that was copied from another package with its time has the fixed time too.
    func holds(_ node: Node) -> Bool {
        switch node {
        case .file(let digest, _):
            status.kind == .file && status.size == digest.size && (try? Digest(ofFile: path)) == digest
        case .symlink: hasMetadata(of: node)
        case .directory, .unloaded: false
        }
    }

    /// Returns whether tools generate files of this name: SwiftPM, Xcode and the Finder when they open or build a
    /// package.
    static func isGenerated(_ name: String) -> Bool {
        switch name {
        case ".build", ".swiftpm", ".DS_Store", "Package.resolved": true
        default: false
        }
    }

    var isFolder: Bool { status.kind == .folder }
}
