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
        _ path: String, name: String, digest: @escaping @Sendable (UnsafeRawBufferPointer) -> String
    ) throws -> PackageFiles {
        var entries: [RelativePath: Entry] = [:]
        let root = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        for text in try FileManager.default.subpathsOfDirectory(atPath: root) {
            // A name that is no text cannot be asked for, and nothing names it.
            guard let inner = RelativePath(text) else { continue }
            entries[inner] = try? entry(of: "\(root)/\(text)", root: root)
        }
        @Sendable func place(_ path: RelativePath) -> String { "\(root)/\(path)" }
        return PackageFiles(
            name: name, entries: entries, read: { try small(place($0)) },
            map: { path throws(ObjectFileError) in try ByteView(path: place(path)) }, digest: digest)
    }

    /// The whole of a file that describes something: larger ones are not read to their end, nor into memory.
    private static func small(_ path: String) throws -> [UInt8] {
        let file = try FileHandle(forReadingFrom: URL(filePath: path))
        defer { try? file.close() }
        let bytes = try file.read(upToCount: PlainValue.largestFile + 1) ?? Data()
        guard bytes.count <= PlainValue.largestFile else { throw PlainValue.tooLarge }
        return [UInt8](bytes)
    }

    private static func entry(of path: String, root: String) throws -> Entry? {
        switch try type(of: path) {
        case .typeDirectory: return .folder
        case .typeRegular: return .file
        case .typeSymbolicLink: return try link(path, root: root)
        default: return nil
        }
    }

    private static func type(of path: String) throws -> FileAttributeType? {
        try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    }

    /// A pipe or a device at the end of a link is nothing that can be read, and a circle of links has no end.
    private static func link(_ path: String, root: String) throws -> Entry {
        let target = try FileManager.default.destinationOfSymbolicLink(atPath: path)
        let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let base = root.hasSuffix("/") ? root : root + "/"
        guard real.hasPrefix(base) else { return .badLink(target: target) }
        switch try? type(of: real) {
        case .typeDirectory: return .link(isFolder: true)
        case .typeRegular: return .link(isFolder: false)
        default: return .badLink(target: target)
        }
    }
}
