import Actions
import Basics
import Machine
import Store

/// An entry of a delivered folder, from its metadata alone.
struct DistEntry {
    private let status: FileStatus
    private let path: String

    /// Nil if there is none. A link is not followed.
    init?(_ path: String) {
        guard let status = try? FileStatus.of(path) else { return nil }
        self.status = status
        self.path = path
    }

    /// Whether a folder is as it was delivered: exported files have one fixed time, which an edit changes.
    static func stands(_ directory: Directory, at folder: String) -> Bool {
        guard let names = try? FileSystem.repairedNames(in: folder),
            names.count(where: { !isGenerated($0) }) == directory.entries.count(where: { !isGenerated($0.name) })
        else { return false }
        return directory.entries.allSatisfy { entry in
            let path = "\(folder)/\(entry.name)"
            return DistEntry(path).map { $0.isStill(entry.node) } ?? false
        }
    }

    private func isStill(_ node: Node) -> Bool {
        switch node {
        case .file(let digest, let isExecutable):
            status.kind == .file && status.size == digest.size && status.isExecutable == isExecutable
                && status.modified / 1_000_000_000 == TreeExport.defaultTime
        case .symlink(let target):
            status.kind == .link && (try? FileSystem.linkTarget(path)) == target
        case .directory(let directory): isFolder && Self.stands(directory, at: path)
        case .unloaded: false
        }
    }

    /// Whether a file or link has its recorded contents. Every file is read: a file copied from another package with
    /// its time also has the fixed time.
    func holds(_ node: Node) -> Bool {
        switch node {
        case .file(let digest, _):
            status.kind == .file && status.size == digest.size && (try? Digest(ofFile: path)) == digest
        case .symlink: isStill(node)
        case .directory, .unloaded: false
        }
    }

    /// Whether tools create files of this name by themselves: SwiftPM, Xcode and the Finder do when they open or build
    /// a package.
    static func isGenerated(_ name: String) -> Bool {
        [".build", ".swiftpm", ".DS_Store", "Package.resolved"].contains(name)
    }

    var isFolder: Bool { status.kind == .folder }
}
