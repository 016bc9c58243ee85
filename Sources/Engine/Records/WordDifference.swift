import Actions
import Basics
import Machine

/// The words in which two texts differ, such as flags of a script.
public struct WordDifference: Hashable, Sendable, Codable {
    public var removed: [String] = []
    public var added: [String] = []

    /// Both lists have the order of their text. A word that only moved is in neither list.
    public init(from old: String, to new: String) {
        let words = { (text: String) in text.split(whereSeparator: \.isWhitespace) }
        for change in words(new).difference(from: words(old)).inferringMoves() {
            switch change {
            case .insert(_, let word, nil): added.append(String(word))
            case .remove(_, let word, nil): removed.append(String(word))
            case .insert, .remove: break
            }
        }
        // The loop visits the removals from the last to the first.
        removed.reverse()
    }
}

extension ActionChange {
    /// Texts above this size, in bytes, are not compared word by word: they are files of libraries, not commands.
    private static let largest = 1 << 16

    /// Returns the differing words of a file that both actions have; nil for other changes, and when a text is not
    /// available.
    func words(_ read: (Digest) async -> [UInt8]?) async -> WordDifference? {
        guard case .input(_, .file(let before, _), .file(let after, _)) = self, before != after,
            max(before.size, after.size) <= Self.largest, let old = await read(before), let new = await read(after),
            let first = String(validating: old, as: UTF8.self), let second = String(validating: new, as: UTF8.self)
        else { return nil }
        return WordDifference(from: first, to: second)
    }
}

extension Step {
    /// Returns the bytes of a text or local file among the step's inputs; nil for outputs of other steps.
    func text(_ digest: Digest) -> [UInt8]? {
        for input in inputs.values {
            switch input {
            case .contents(let text, _):
                let bytes = Array(text.value.utf8)
                if Digest(of: bytes) == digest { return bytes }
            case .localFile(let path, digest, _):
                return try? FileSystem.contents(path)
            case .localFile, .output: break
            }
        }
        return nil
    }
}
