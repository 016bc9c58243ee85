import Basics
import Foundation
import ObjectFiles

extension PackageFiles {
    /// A folder of this machine. Links within it are followed for what they are; no folder is entered through one.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - name: what messages call it.
    ///   - digest: the SHA-256 of bytes, in lower-case hexadecimal digits.
    /// - Throws: Foundation's error when the folder cannot be listed.
    public static func folder(
        _ path: String, name: String, digest: @escaping @Sendable ([UInt8]) -> String
    ) throws -> PackageFiles {
        var entries: [RelativePath: Entry] = [:]
        let root = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        for text in try FileManager.default.subpathsOfDirectory(atPath: root) {
            guard let inner = RelativePath(text) else { continue }
            entries[inner] = try entry(of: "\(root)/\(text)", root: root)
        }
        @Sendable func place(_ path: RelativePath) -> String { "\(root)/\(path)" }
        return PackageFiles(
            name: name, entries: entries,
            read: { [UInt8](try Data(contentsOf: URL(filePath: place($0)))) },
            map: { path throws(ObjectFileError) in try ByteView(path: place(path)) },
            sha256: { digest([UInt8](try Data(contentsOf: URL(filePath: place($0)), options: .mappedIfSafe))) })
    }

    private static func entry(of path: String, root: String) throws -> Entry? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        switch attributes[.type] as? FileAttributeType {
        case .typeDirectory: return .folder
        case .typeRegular: return .file
        case .typeSymbolicLink: return try link(path, root: root)
        default: return nil
        }
    }

    private static func link(_ path: String, root: String) throws -> Entry {
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
        let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        var isFolder: ObjCBool = false
        let base = root.hasSuffix("/") ? root : root + "/"
        guard real.hasPrefix(base), FileManager.default.fileExists(atPath: real, isDirectory: &isFolder) else {
            return .badLink(target: target)
        }
        return .link(isFolder: isFolder.boolValue)
    }
}
