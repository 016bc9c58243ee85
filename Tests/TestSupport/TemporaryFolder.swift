import Foundation

/// A temporary folder. It is removed when the value is released.
public final class TemporaryFolder: Sendable {
    public let url: URL

    /// Creates the folder with these files, by path.
    public init(_ files: [String: String] = [:]) throws {
        url = FileManager.default.temporaryDirectory.appending(path: "xbuild-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        for (path, text) in files { try write(text, to: path) }
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    /// The folder's path, without a slash at its end.
    public var path: String { url.path }

    public func url(_ path: String) -> URL { url.appending(path: path) }

    public func path(_ path: String) -> String { url(path).path }

    /// Writes a file and creates its parent folders.
    /// - Returns: the file's whole path.
    @discardableResult
    public func write(_ bytes: [UInt8], to path: String) throws -> String {
        let file = url(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: file)
        return file.path
    }

    @discardableResult
    public func write(_ text: String, to path: String) throws -> String { try write(Array(text.utf8), to: path) }

    /// Returns a file's bytes; nil if it does not exist.
    public func read(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: self.path(path)).map(Array.init)
    }

    public func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: url(path))) }

    public func text(_ path: String) throws -> String { String(decoding: try bytes(path), as: UTF8.self) }

    public func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: self.path(path)) }
}
