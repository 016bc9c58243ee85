import Basics
import Documents

// Only the changed words are replaced, in place: comments, order and quotes stay as they are.

extension VersionChange {
    /// Returns the file's bytes with the change. Throws the faults of the file before or after the change.
    public func applied(to bytes: [UInt8], file: String) throws(Faults) -> [UInt8] {
        let document = try Document(bytes, file: file)
        var text = EditedText(bytes)
        for (key, version) in document.root.entries(of: "versions") where key.value == from.string {
            text.replace(key.mark, from.string, by: to.string)
            edit(version, &text)
        }
        let changed = text.bytes
        _ = try Recipe.read(changed, file: file)
        return changed
    }

    private func edit(_ version: DocumentNode, _ text: inout EditedText) {
        guard case .list(let nodes) = version.value(of: "sources")?.content else { return }
        for (node, source) in zip(nodes, sources) {
            text.replace(node.value(of: "sha256"), by: source.sha256.hex)
            switch source.place {
            case .debian(let version, let file, let suite):
                guard let debian = node.value(of: "debian") else { continue }
                text.replace(debian.value(of: "version"), by: version)
                text.replace(debian.value(of: "file"), by: file.string)
                edit(suite: debian.value(of: "suite"), suite, &text)
            case .url:
                edit(address: node.value(of: "url"), &text)
                guard case .list(let mirrors) = node.value(of: "mirrors")?.content else { continue }
                for mirror in mirrors { edit(address: mirror, &text) }
            }
        }
    }

    private func edit(address node: DocumentNode?, _ text: inout EditedText) {
        guard let old = node?.scalar else { return }
        text.replace(node, by: old.replacing(from.string, with: to.string))
    }

    /// Replaces the suite. A list stays as it is if it already names the new suite.
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

    fileprivate func entries(of name: String) -> [(Located<String>, DocumentNode)] {
        guard case .mapping(let entries) = value(of: name)?.content else { return [] }
        return entries.map { ($0.key, $0.value) }
    }

    fileprivate func value(of name: String) -> DocumentNode? {
        guard case .mapping(let entries) = content else { return nil }
        return entries.first { $0.key.value == name }?.value
    }
}
