import Basics
public import Documents

extension ToolchainFile {
    /// The wheels of the sysroots, each once.
    public var wheels: [Wheel] { entries.compactMap(\.settings.sysroot?.wheel).uniqued() }

    /// Returns a toolchain file's bytes with a newer wheel in place of a pinned one. Only the changed words are
    /// replaced: comments, order and quotes stay as they are.
    ///
    /// - Throws: the faults of the file before or after the change.
    public static func replacing(
        _ old: Wheel, with new: Wheel, in bytes: [UInt8], file: String
    ) throws(Faults) -> [UInt8] {
        var text = EditedText(bytes)
        edit(try Document(bytes, file: file).root, old, new, &text)
        let changed = text.bytes
        _ = try read(changed, file: file)
        return changed
    }

    private static func edit(_ node: DocumentNode, _ old: Wheel, _ new: Wheel, _ text: inout EditedText) {
        switch node.content {
        case .scalar: return
        case .list(let nodes): for node in nodes { edit(node, old, new, &text) }
        case .mapping(let entries):
            for entry in entries {
                guard entry.key.value == "wheel", entry.value["file"]?.content.text == old.file else {
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
    fileprivate var wheel: Wheel? {
        switch self {
        case .appleStub(let stub): stub.wheel
        case .glibc(let glibc): glibc.wheel
        case .absent, .system, .folder, .xcrun: nil
        }
    }
}
