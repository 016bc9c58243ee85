import Basics
import ObjectFiles

/// The files of a package: its entries, and functions that read them.
///
/// The functions are values, so that a check can run over a folder, a tree of the store, or a test's data.
public struct PackageFiles: Sendable {
    /// The package's name in messages: the path that a user gave.
    public var name: String
    /// Everything below the package's folder.
    public var entries: [RelativePath: Entry]
    /// Returns the whole of a small file; throws for a large one.
    public var read: @Sendable (RelativePath) throws -> [UInt8]
    /// Returns a large file, mapped rather than read.
    public var map: @Sendable (RelativePath) throws(ObjectFileError) -> ByteView
    /// Returns the SHA-256 of bytes, in lower-case hexadecimal digits.
    public var digest: @Sendable (UnsafeRawBufferPointer) -> String
    /// SwiftPM's answers for the manifests in `manifestPaths`.
    public var manifests: [RelativePath: ManifestAnswer] = [:]

    public enum Entry: Hashable, Sendable {
        case file
        case folder
        /// A link to a file or folder below the package.
        case link(isFolder: Bool)
        /// A broken link, or a link to a place outside the package or to something that is neither file nor folder.
        case badLink(target: String)
    }

    /// Returns the SHA-256 of a file, in lower-case hexadecimal digits.
    public func sha256(_ path: RelativePath) throws(ObjectFileError) -> String {
        try map(path).withUnsafeBytes { digest($0) }
    }

    public func isFile(_ path: RelativePath) -> Bool {
        switch entries[path] {
        case .file, .link(isFolder: false): true
        case .folder, .link(isFolder: true), .badLink, nil: false
        }
    }

    public func isFolder(_ path: RelativePath) -> Bool {
        switch entries[path] {
        case .folder, .link(isFolder: true): true
        case .file, .link(isFolder: false), .badLink, nil: false
        }
    }

    /// Returns the files below a folder (nil: the package), by their paths below it.
    public func files(below folder: RelativePath?) -> [RelativePath] {
        entries.keys.filter(isFile).compactMap { path in folder.map { path.relative(to: $0) } ?? path }.sorted()
    }

    /// Returns folders of the package as packages, all in one pass, since a package can contain thousands.
    public func packages(at folders: Set<RelativePath>) -> [RelativePath: PackageFiles] {
        var inner: [RelativePath: [RelativePath: Entry]] = [:]
        for (path, entry) in entries {
            for folder in path.folders where folders.contains(folder) {
                if let path = path.relative(to: folder) { inner[folder, default: [:]][path] = entry }
            }
        }
        return Dictionary(uniqueKeysWithValues: folders.map { ($0, package(at: $0, entries: inner[$0] ?? [:])) })
    }

    private func package(at folder: RelativePath, entries: [RelativePath: Entry]) -> PackageFiles {
        let outer = self
        var inner = PackageFiles(
            name: "\(name)/\(folder)", entries: entries, read: { try outer.read(folder.appending($0)) },
            map: { path throws(ObjectFileError) in try outer.map(folder.appending(path)) }, digest: digest)
        for (path, answer) in manifests { path.relative(to: folder).map { inner.manifests[$0] = answer } }
        return inner
    }
}

extension RelativePath {
    /// The folders that contain the path, the nearest first.
    var folders: some Sequence<RelativePath> {
        sequence(state: self) { path in
            guard let parent = path.parent else { return nil }
            path = parent
            return parent
        }
    }
}
