import Foundation
import Testing

/// Files of this repository that contain reviewed output.
///
/// With `XBUILD_RECORD=1` in the environment, the files are written instead of compared: review the difference before
/// committing it.
public enum Recorded {
    public static let repository = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL

    /// Returns the folder `Golden` beside a test's source file.
    public static func golden(beside file: String = #filePath) -> URL {
        URL(filePath: file).deletingLastPathComponent().appending(path: "Golden")
    }

    /// Compares a text with a file; with `XBUILD_RECORD=1`, writes the text to the file.
    public static func check(
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
