import Basics
import Documents

// Only the changed words are replaced, in place: comments, order and quotes stay as they are.

extension VersionChange {
    /// Returns the file's bytes with the change. Throws the faults of the file before or after the change.
    public func applied(to bytes: [UInt8], file: String) throws(Faults) -> [UInt8] {
        let document = try Document(bytes, file: file)
        var text = EditedText(bytes)
        for entry in document.root["versions"]?.entries ?? [] where entry.key.value == from.string {
            text.replace(entry.key.mark, from.string, by: to.string)
            edit(entry.value, &text)
        }
        let changed = text.bytes
        _ = try Recipe.read(changed, file: file)
        return changed
    }

    private func edit(_ version: DocumentNode, _ text: inout EditedText) {
        guard case .list(let nodes) = version["sources"]?.content else { return }
        for (node, source) in zip(nodes, sources) {
            text.replace(node["sha256"], by: source.sha256.hex)
            switch source.place {
            case .debian(let version, let file, let suite):
                guard let debian = node["debian"] else { continue }
                text.replace(debian["version"], by: version)
                text.replace(debian["file"], by: file.string)
                edit(suite: debian["suite"], suite, &text)
            case .url:
                edit(address: node["url"], &text)
                guard case .list(let mirrors) = node["mirrors"]?.content else { continue }
                for mirror in mirrors { edit(address: mirror, &text) }
            }
        }
    }

    private func edit(address node: DocumentNode?, _ text: inout EditedText) {
        guard let old = node?.scalar else { return }
        text.replace(node, by: old.replacing(from.string, with: to.string))
    }

    /// Replaces the suite; in a list, the first suite. A list that already contains the new suite does not change.
    private func edit(suite node: DocumentNode?, _ suite: String, _ text: inout EditedText) {
        switch node?.content {
        case .scalar: text.replace(node, by: suite)
        case .list(let nodes):
            let names = nodes.map(\.scalar)
            if !names.contains(suite) { text.replace(nodes.first, by: suite) }
        case nil, .mapping: return
        }
    }
}

extension DocumentNode {
    fileprivate var scalar: String? {
        if case .scalar(let text, _) = content { text } else { nil }
    }
}
