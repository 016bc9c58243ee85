import Actions
import Basics
import Store

/// The object under a digest in a store, as text: an action with its result, or a blob.
struct StoreObject {
    let store: DiskStore
    let hash: SHA256Value

    /// Returns the object as text.
    func description() async throws -> String {
        let result = try store.result(of: Digest(hash: hash, size: 0))
        let action = try await action()
        if action == nil, result == nil { return try await blobDescription() }
        var text = "action \(hash)\n"
        if let action {
            text += "\n" + action.explanation.description + (try Self.sections(of: scripts(of: action)))
        } else {
            text += "the messages that describe the action are not in the store\n"
        }
        guard let result else { return text + "\nno result\n" }
        text += "\nresult: \(result.metadata.worker), \(duration(result.metadata.finished - result.metadata.started))\n"
        text += "origin       \(result.origin.words)\n"
        for (path, output) in result.outputs.sorted(by: { $0.key < $1.key }) {
            text += await lines(for: output, at: path)
        }
        return text + Self.section("log", try logText(of: result))
    }

    /// Returns the action's log: the output of its command.
    func log() async throws -> String {
        guard let result = try store.result(of: Digest(hash: hash, size: 0)) else {
            throw CommandFailure(.usage, error: "the store holds no result of an action `\(hash)`")
        }
        return try logText(of: result)
    }

    /// Returns the scripts that the action ran.
    func scripts() async throws -> String {
        guard let action = try await action() else {
            throw CommandFailure(.usage, error: "the store does not hold the messages of an action `\(hash)`")
        }
        let scripts = try scripts(of: action)
        return scripts.count == 1 ? scripts[0].text : Self.sections(of: scripts)
    }

    /// Returns the bytes of the blob.
    func bytes() throws -> [UInt8] {
        guard let digest = try store.digest(of: hash), let bytes = try store.blob(digest) else {
            throw CommandFailure(.usage, error: "the store holds no blob `\(hash)`")
        }
        return bytes
    }

    // MARK: Parts

    /// Returns the action; nil if the digest is not of an action, or if the store lost one of the messages that
    /// describe the action.
    private func action() async throws -> Action? {
        guard let digest = try store.digest(of: hash) else { return nil }
        do {
            return try await store.action(digest)
        } catch StoreError.malformed {
            return nil
        }
    }

    private typealias Script = (path: String, text: String)

    /// Returns the text files of the input root that the command line names.
    private func scripts(of action: Action) throws -> [Script] {
        var scripts: [Script] = []
        for word in action.command.arguments {
            guard let path = RelativePath(word), case .file(let digest, _)? = action.inputRoot[path],
                let bytes = try store.blob(digest), let text = String(validating: bytes, as: UTF8.self)
            else { continue }
            scripts.append((word, text))
        }
        return scripts
    }

    private static func sections(of scripts: [Script]) -> String {
        scripts.map { section("script \($0.path)", $0.text) }.joined()
    }

    private static func section(_ name: String, _ text: String) -> String {
        "\n--- \(name)\n" + text + (text.hasSuffix("\n") || text.isEmpty ? "" : "\n")
    }

    private func logText(of result: ActionResult) throws -> String {
        guard let log = result.log else { return "" }
        guard let bytes = try store.blob(log) else { return "(the log is not in the store)\n" }
        return String(decoding: bytes, as: UTF8.self)
    }

    private func lines(for output: ActionResult.Output, at path: RelativePath) async -> String {
        switch output {
        case .file(let digest, let isExecutable): return "output       \(path)\(isExecutable ? "*" : "") \(digest)\n"
        case .symlink(let target): return "output       \(path) -> \(target)\n"
        case .directory(let tree, let root):
            guard let folder = try? await Directory.load(tree: tree, from: store) else {
                return "output       \(path)/ \(root) (not in the store)\n"
            }
            var text = "output       \(path)/ \(root)\n"
            folder.forEachFile { text += "             \(path.appending($0))\($1.suffix)\n" }
            return text
        }
    }

    private func blobDescription() async throws -> String {
        guard let digest = try store.digest(of: hash), let bytes = try store.blob(digest) else {
            throw CommandFailure(.fault, error: "blob `\(hash)` does not match its digest")
        }
        if let folder = try? Directory(encoded: bytes), !folder.entries.isEmpty {
            return "folder \(digest)\n" + folder.entries.map { "  \($0.name)\($0.node.suffix)\n" }.joined()
        }
        guard let text = String(validating: bytes, as: UTF8.self), !text.utf8.contains(0) else {
            return "blob \(digest): \(ByteSize(bytes: digest.size).words), not text\n"
        }
        return "blob \(digest)\n" + Self.section("text", text)
    }
}

extension ActionResult.Origin {
    fileprivate var words: String {
        switch self {
        case .here: "made on this machine"
        case .elsewhere(nil): "another machine, not signed"
        case .elsewhere(let signature?): "another machine, with a signature of key \(signature.key)"
        }
    }
}

extension Node {
    fileprivate var suffix: String {
        switch self {
        case .file(let digest, let isExecutable): "\(isExecutable ? "*" : "") \(digest)"
        case .symlink(let target): " -> \(target)"
        case .directory(let folder): "/ \(folder.digest)"
        case .unloaded(let digest): "/ \(digest)"
        }
    }
}
