import Actions
import Basics
import Foundation
import SystemPackage

/// The contents of a folder, for comparison file by file.
struct FolderContents: Equatable, CustomStringConvertible {
    /// By path: the permissions and `folder`, the permissions and a file's digest, or `link to` and the link's target.
    var entries: [String: String] = [:]

    init(_ folder: String) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
        for path in paths { entries[path] = try Self.entry(folder + "/" + path) }
    }

    private static func entry(_ path: String) throws -> String {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        let mode = String(attributes[.posixPermissions] as? Int ?? 0, radix: 8)
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory?: return "\(mode) folder"
        case .typeSymbolicLink?: return "link to \(try FileManager.default.destinationOfSymbolicLink(atPath: path))"
        default: return "\(mode) \(Digest(of: Array(try Data(contentsOf: URL(filePath: path)))))"
        }
    }

    var files: [String] { entries.filter { !$0.value.hasSuffix("folder") }.keys.sorted() }

    var description: String {
        entries.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
    }

    /// Returns the paths that differ or exist in one of the folders only.
    func differences(from other: FolderContents) -> [String] {
        Set(entries.keys).union(other.entries.keys).filter { entries[$0] != other.entries[$0] }.sorted()
    }
}

extension TestSpace {
    func contents(_ relative: String) throws -> FolderContents { try FolderContents(path(relative)) }
}
