import Actions
import Basics
import Foundation
import Packaging
import Synchronization
import TestSupport

/// Runs a step over a tree, with a store in memory.
final class StepRun: Sendable {
    private let blobs = Mutex<[Digest: [UInt8]]>([:])
    private let said = Mutex<[String]>([])
    private let scratch: ToolBench

    init() { scratch = ToolBench.empty }

    var lines: [String] { said.withLock { $0 } }

    /// Returns a tree of files with these texts, by path.
    func tree(_ texts: [String: String]) -> Directory {
        Directory(files: Dictionary(uniqueKeysWithValues: texts.map { (.at($0), file(Array($1.utf8))) }))
    }

    func file(_ bytes: [UInt8]) -> Node {
        let digest = Digest(of: bytes)
        blobs.withLock { $0[digest] = bytes }
        return .file(digest, isExecutable: false)
    }

    /// Returns a folder of the disk as a tree; links stay links.
    func tree(at url: URL) throws -> Directory {
        var entries: [String: Node] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: url.path) {
            let path = url.path + "/" + name
            let type = try FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
            switch type {
            case .typeSymbolicLink?:
                entries[name] = .symlink(target: try FileManager.default.destinationOfSymbolicLink(atPath: path))
            case .typeDirectory?: entries[name] = .directory(try tree(at: url.appending(path: name)))
            default: entries[name] = file(Array(try Data(contentsOf: URL(filePath: path))))
            }
        }
        return Directory(entries)
    }

    func run<Step: PackagingStep>(
        _ step: Step.Type, _ parameters: Step.Parameters, _ inputs: Directory
    ) async throws -> BuiltinOutcome {
        guard case .builtin(let name, _, let text) = Step.work(parameters), name == Step.name.rawValue
        else { preconditionFailure("the work is not the builtin with the step's name") }
        let say: @Sendable (String) -> Void = { line in self.said.withLock { $0.append(line) } }
        let context = BuiltinContext(
            parameters: text.value, inputs: inputs, read: { digest in try self.blob(digest) },
            write: { bytes in
                let digest = Digest(of: bytes)
                self.blobs.withLock { $0[digest] = bytes }
                return digest
            }, say: say, note: say, files: files)
        return try await Step.builtin(context)
    }

    /// The blobs as files, in a folder that is removed together with this object.
    private var files: BuiltinFiles {
        BuiltinFiles(
            path: { digest in
                let url = self.scratch.root.appending(path: digest.hash.hex)
                try Data(try self.blob(digest)).write(to: url)
                return url.path(percentEncoded: false)
            },
            put: { write in
                let url = self.scratch.root.appending(path: UUID().uuidString)
                try await write(url.path(percentEncoded: false))
                guard case .file(let digest, _) = self.file(Array(try Data(contentsOf: url))) else {
                    throw MissingBlob()
                }
                return digest
            },
            putPieces: { pieces in
                var bytes: [UInt8] = []
                try pieces { bytes += $0 }
                guard case .file(let digest, _) = self.file(bytes) else { throw MissingBlob() }
                return digest
            })
    }

    struct MissingBlob: Error {}

    private func blob(_ digest: Digest) throws -> [UInt8] {
        guard let bytes = blobs.withLock({ $0[digest] }) else { throw MissingBlob() }
        return bytes
    }

    /// Returns every file of the outcome, by path.
    func files(_ outcome: BuiltinOutcome) throws -> [String: [UInt8]] {
        var result: [String: [UInt8]] = [:]
        try Directory(files: outcome.outputs).forEachFile { (path, node) throws in
            guard case .file(let digest, _) = node else { return }
            result[path.string] = try blob(digest)
        }
        return result
    }

    func texts(_ outcome: BuiltinOutcome) throws -> [String: String] {
        try files(outcome).mapValues { String(decoding: $0, as: UTF8.self) }
    }

    /// Writes the outcome's files to the disk.
    func write(_ outcome: BuiltinOutcome, to bench: ToolBench) throws {
        for (path, bytes) in try files(outcome) { try bench.write(bytes, to: path) }
    }
}
