// The textual encoding of keys (RFC 7468): lines of base64 between `-----BEGIN LABEL-----` and `-----END LABEL-----`.
// Text before the first of these lines is a comment.

import Foundation

/// The first block of a PEM text.
struct PEMText {
    let label: String
    let bytes: [UInt8]

    /// Nil if the text has no complete block.
    init?(_ text: [UInt8]) {
        let lines = text.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }.map {
            String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespaces)
        }
        guard let begin = lines.firstIndex(where: { Self.label(in: $0, after: "-----BEGIN ") != nil }),
            let label = Self.label(in: lines[begin], after: "-----BEGIN "),
            let end = lines[begin...].firstIndex(of: "-----END \(label)-----")
        else { return nil }
        // The format before RFC 7468 has header lines, which only encrypted keys use.
        let isPlain = !lines[begin..<end].contains { $0.hasPrefix("Proc-Type:") }
        guard let data = isPlain ? Data(base64Encoded: lines[(begin + 1)..<end].joined()) : Data() else { return nil }
        self.label = isPlain ? label : "ENCRYPTED \(label)"
        bytes = Array(data)
    }

    private static func label(in line: String, after beginning: String) -> String? {
        guard line.hasPrefix(beginning), line.hasSuffix("-----") else { return nil }
        return String(line.dropFirst(beginning.count).dropLast(5))
    }

    /// Returns the text of a block. The bytes must fit into one line: up to 48.
    static func encode(_ bytes: [UInt8], label: String) -> String {
        "-----BEGIN \(label)-----\n\(Data(bytes).base64EncodedString())\n-----END \(label)-----\n"
    }
}
