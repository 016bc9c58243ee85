import Foundation
import Testing

/// Files beside the tests that contain the output as last reviewed.
///
/// With `XBUILD_RECORD=1` in the environment, the files are written instead of compared: review the difference before
/// committing it.
enum Recorded {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    static let repository = folder.appending(path: "../../..").standardizedFileURL

    /// Compares a text with a file, or records it.
    static func check(
        _ text: String, _ file: URL, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        if ProcessInfo.processInfo.environment["XBUILD_RECORD"] == "1" {
            try Data(text.utf8).write(to: file)
            return
        }
        let known = try? String(contentsOf: file, encoding: .utf8)
        #expect(
            known == text, "\(file.lastPathComponent) differs; XBUILD_RECORD=1 records it",
            sourceLocation: sourceLocation)
    }
}
