import Actions
import Basics
import Engine
import Foundation
import Machine
import Steps
import Store

extension RunReport {
    /// Reads the output of `--events`. An incomplete last line of a killed run is skipped; any other unreadable line
    /// throws `CommandFailure`.
    init(events path: String, shown: String) throws {
        let bytes = try CommandFailure.reading(shown, at: path, FileSystem.streamContents)
        let decoder = JSONDecoder()
        let lines = bytes.split(separator: 0x0A)
        for (index, line) in lines.enumerated() {
            guard let line = try? decoder.decode(EventsFile.Line.self, from: Data(line)),
                (0...Self.longestRun).contains(line.seconds)
            else {
                if index > 0, index == lines.count - 1 { break }
                throw CommandFailure(
                    .usage, error: "line \(index + 1) of `\(shown)` is not an event",
                    hint: "`--events` writes such files")
            }
            add(line.event, at: line.seconds)
        }
        guard !lines.isEmpty else { throw CommandFailure(.usage, error: "`\(shown)` holds no events") }
        conclude()
    }

    /// The longest possible run in seconds: an event at a later time is invalid.
    private static let longestRun = 1e9
    /// The number of bytes at a log's end that a page shows.
    private static let longest = 64 << 10

    /// Adds data from the store: the logs of failures, and the sizes of slices. Lost blobs are left out.
    mutating func complete(from store: DiskStore) async {
        for index in failures.indices {
            guard let digest = failures[index].digest, let bytes = try? store.blob(digest) else { continue }
            failures[index].log = String(decoding: bytes.suffix(Self.longest), as: UTF8.self)
        }
        for step in steps.sorted(by: { $0.key < $1.key }).map(\.value) where step.identity.kind == .build {
            guard let package = step.package, let target = step.target, let key = step.key.flatMap({ Digest($0) }),
                let result = try? store.result(of: key)
            else { continue }
            let (bytes, files) = await Self.size(of: result, in: store)
            slices.append(Slice(package: package, target: target, bytes: bytes, files: files))
        }
    }

    private static func size(of result: ActionResult, in store: DiskStore) async -> (bytes: Int, files: Int) {
        var files: [Digest] = []
        for (path, output) in result.outputs where path == PrefixLayout.built || path.parent == PrefixLayout.built {
            switch output {
            case .symlink: break
            case .file(let digest, _): files.append(digest)
            case .directory(let tree, _):
                guard let folder = try? await Directory.load(tree: tree, from: store) else { continue }
                folder.forEachFile { _, node in
                    if case .file(let digest, _) = node { files.append(digest) }
                }
            }
        }
        return (files.total, files.count)
    }
}
