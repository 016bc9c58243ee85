public import Basics
import Machine

/// The form of a program's file, by its first bytes.
public enum ProgramForm: Hashable, Sendable {
    /// An ELF file: a program of Linux.
    case elf
    /// A text that another program runs (`#!`).
    case script
    /// Anything else.
    case other

    /// - Parameter head: the first bytes of the file; four suffice. Source of the magic numbers: elf(5), execve(2).
    public init(head: some Sequence<UInt8>) {
        let head = Array(head.prefix(4))
        self = head == [0x7F, 0x45, 0x4C, 0x46] ? .elf : head.starts(with: [0x23, 0x21]) ? .script : .other
    }

    /// The form of a file of this machine; nil if it cannot be read.
    init?(ofFile path: String) {
        var head = [UInt8](repeating: 0, count: 4)
        guard let file = try? OpenFile.reading(path), let count = try? file.read(into: &head) else { return nil }
        self.init(head: head.prefix(count))
    }
}

/// Remembers between runs what examinations of tools found.
public struct ToolMemory: Sendable {
    /// Returns the remembered words for a subject; nil if there are none, or if the stamp was another one.
    public var recall: @Sendable (_ subject: String, _ stamp: Digest) -> [String]?
    public var remember: @Sendable (_ subject: String, _ stamp: Digest, _ words: [String]) -> Void

    public init(
        recall: @escaping @Sendable (_ subject: String, _ stamp: Digest) -> [String]?,
        remember: @escaping @Sendable (_ subject: String, _ stamp: Digest, _ words: [String]) -> Void
    ) {
        self.recall = recall
        self.remember = remember
    }

    /// Remembers nothing.
    public static let none = ToolMemory(recall: { _, _ in nil }, remember: { _, _, _ in })
}
