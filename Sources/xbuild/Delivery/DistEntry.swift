import Actions
import Basics
import Foundation
import Store

/// An entry of a delivered folder, from its metadata alone.
struct DistEntry {
    private let status: stat
    private let path: String

    /// Nil if there is none. A link is not followed.
    init?(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return nil }
        self.status = status
        self.path = path
    }

    /// Whether a folder is as it was delivered: exported files have one fixed time, which an edit changes.
    static func stands(_ directory: Directory, at folder: String) -> Bool {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder),
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
            kind == S_IFREG && Int(status.st_size) == digest.size && time == TreeExport.defaultTime
                && (status.st_mode & 0o100 != 0) == isExecutable
        case .symlink(let target):
            kind == S_IFLNK && (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) == target
        case .directory(let directory): isFolder && Self.stands(directory, at: path)
        case .unloaded: false
        }
    }

    /// Whether a file or link has its recorded contents. Every file is read: a file copied from another package with
    /// its time also has the fixed time.
    func holds(_ node: Node) -> Bool {
        switch node {
        case .file(let digest, _):
            kind == S_IFREG && Int(status.st_size) == digest.size && (try? Digest(ofFile: path)) == digest
        case .symlink: isStill(node)
        case .directory, .unloaded: false
        }
    }

    /// Whether tools create files of this name by themselves: SwiftPM, Xcode and the Finder do when they open or build
    /// a package.
    static func isGenerated(_ name: String) -> Bool {
        [".build", ".swiftpm", ".DS_Store", "Package.resolved"].contains(name)
    }

    var isFolder: Bool { kind == S_IFDIR }

    private var kind: mode_t { status.st_mode & S_IFMT }

    private var time: Int {
        #if os(Linux)
            status.st_mtim.tv_sec
        #else
            status.st_mtimespec.tv_sec
        #endif
    }
}
