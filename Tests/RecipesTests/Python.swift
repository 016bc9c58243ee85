import Foundation

/// The machine's Python, if any, as an independent tool.
enum Python {
    /// Whether `import jsonschema` works.
    static let hasJSONSchema: Bool = (try? run("import jsonschema; print('yes')", input: "")) == "yes\n"

    /// Returns a script's output.
    static func run(_ script: String, input: String) throws -> String {
        let file = FileManager.default.temporaryDirectory.appending(path: "input-\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(input.utf8).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script]
        let output = Pipe()
        process.standardInput = try FileHandle(forReadingFrom: file)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: data, as: UTF8.self)
    }
}
