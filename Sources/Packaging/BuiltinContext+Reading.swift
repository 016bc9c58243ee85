import Actions
import Basics
import Foundation

/// Reads the inputs of a step.
extension BuiltinContext {
    /// Returns the folder at a path; nil when the path does not exist.
    func folder(_ path: RelativePath) throws(PackagingError) -> Directory? {
        switch inputs[path] {
        case nil: return nil
        case .directory(let directory): return directory
        case .file, .symlink, .unloaded: throw .missing(path)
        }
    }

    /// Returns the files below a folder, with links resolved; nil when the folder does not exist.
    func resolvedFiles(below path: RelativePath) throws(PackagingError) -> [RelativePath: Digest]? {
        guard let folder = try folder(path) else { return nil }
        return try ResolvedFiles(root: folder, name: path).all()
    }

    /// Returns the bytes of the file at a path.
    func bytes(at path: RelativePath) async throws -> [UInt8] {
        guard case .file(let digest, _) = inputs[path] else { throw PackagingError.missing(path) }
        return try await read(digest)
    }

    func json<Value: Decodable>(at path: RelativePath, as type: Value.Type) async throws -> Value {
        let bytes = try await bytes(at: path)
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            throw PackagingError.unreadable(path, "not the expected JSON")
        }
    }

    /// Stores a text and returns its node.
    func file(_ text: String) async throws -> Node { .file(try await write(Array(text.utf8)), isExecutable: false) }

    func file(_ bytes: [UInt8]) async throws -> Node { .file(try await write(bytes), isExecutable: false) }
}
