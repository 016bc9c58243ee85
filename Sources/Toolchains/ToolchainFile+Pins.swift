import Basics
import Targets
public import Documents

extension ToolchainFile {
    /// The pinned files from which sysroots are made, each once.
    public var pinnedFiles: [PinnedFile] { entries.flatMap { $0.settings.sysroot?.pinnedFiles ?? [] }.uniqued() }

    /// Returns a toolchain file's bytes with a newer file in place of a pinned one. Only the changed words are
    /// replaced: comments, order and quotes stay as they are.
    ///
    /// - Throws: the faults of the file before or after the change.
    public static func replacing(
        _ old: PinnedFile, with new: PinnedFile, in bytes: [UInt8], file: String
    ) throws(Faults) -> [UInt8] {
        var text = EditedText(bytes)
        edit(try Document(bytes, file: file).root, old, new, &text)
        let changed = text.bytes
        _ = try read(changed, file: file)
        return changed
    }

    private static func edit(_ node: DocumentNode, _ old: PinnedFile, _ new: PinnedFile, _ text: inout EditedText) {
        switch node.content {
        case .scalar: return
        case .list(let nodes): for node in nodes { edit(node, old, new, &text) }
        case .mapping(let entries):
            for entry in entries {
                guard entry.value["file"]?.content.text == old.file else {
                    edit(entry.value, old, new, &text)
                    continue
                }
                text.replace(entry.value["version"], by: new.version)
                text.replace(entry.value["file"], by: new.file)
                text.replace(entry.value["sha256"], by: new.digest.hash.hex)
                text.replace(entry.value["size"], by: "\(new.digest.size)")
            }
        }
    }
}

extension DocumentNode.Content {
    fileprivate var text: String? {
        if case .scalar(let text, _) = self { text } else { nil }
    }
}

extension SysrootChoice {
    fileprivate var pinnedFiles: [PinnedFile] {
        switch self {
        case .appleStub(let stub): [stub.wheel]
        case .glibc(let glibc):
            [glibc.wheel]
                + glibc.runtime.packages.sorted { $0.key.rawValue < $1.key.rawValue }.compactMap(\.value.pinnedFile)
        case .absent, .system, .folder, .xcrun: []
        }
    }
}
