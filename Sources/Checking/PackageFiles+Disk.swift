import Basics
import Foundation
import Machine
import ObjectFiles

extension PackageFiles {
    /// Reads a folder of this machine. Links in it count as the file or folder that they lead to, but are not entered.
    ///
    /// - Parameters:
    ///   - path: the folder.
    ///   - name: the name in messages.
    ///   - digest: returns the SHA-256 of bytes, in lower-case hexadecimal digits.
    /// - Throws: `FileError` when the folder cannot be listed.
    public static func folder(
        _ path: String, name: String, digest: @escaping @Sendable (UnsafeRawBufferPointer) -> String
    ) throws -> PackageFiles {
        var entries: [RelativePath: Entry] = [:]
        let root = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        for text in try FileSystem.subpaths(of: root) {
            // A name that is not text cannot be opened, and no description can refer to it.
            guard let inner = RelativePath(text) else { continue }
            entries[inner] = try? entry(of: "\(root)/\(text)", root: root)
        }
        @Sendable func place(_ path: RelativePath) -> String { "\(root)/\(path)" }
        return PackageFiles(
            name: name, entries: entries, read: { try small(place($0)) },
            map: { path throws(ObjectFileError) in try ByteView(path: place(path)) }, digest: digest)
    }

    /// Reads a whole file; throws if the file is larger than a description may be.
    private static func small(_ path: String) throws -> [UInt8] {
        let file = try OpenFile.reading(path)
        guard try file.status().size <= PlainValue.largestFile else { throw PlainValue.tooLarge }
        return try file.contents()
    }

    private static func entry(of path: String, root: String) throws -> Entry? {
        switch try FileStatus.of(path)?.kind {
        case .folder: return .folder
        case .file: return .file
        case .link: return try link(path, root: root)
        case .special, nil: return nil
        }
    }

    /// Classifies a link. The target must be a readable file or folder: not a pipe, a device or a cycle of links.
    private static func link(_ path: String, root: String) throws -> Entry {
        let target = try FileSystem.linkTarget(path)
        let real = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
        let base = root.hasSuffix("/") ? root : root + "/"
        guard real.hasPrefix(base) else { return .badLink(target: target) }
        switch (try? FileStatus.of(real))?.kind {
        case .folder: return .link(isFolder: true)
        case .file: return .link(isFolder: false)
        case .link, .special, nil: return .badLink(target: target)
        }
    }
}
