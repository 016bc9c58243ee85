import Foundation

/// An installed clang: an independent parser of triples.
struct Clang {
    let path: String

    /// The first clang on PATH; nil if there is none.
    static let found: Clang? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        let paths = folders.map { "\($0)/clang" }
        return paths.first(where: FileManager.default.isExecutableFile(atPath:)).map(Clang.init)
    }()

    /// Returns clang's normal form of a triple; nil when clang refuses the triple.
    func normalForm(of triple: String) throws -> String? {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = ["--target=\(triple)", "-print-target-triple"]
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { return nil }
        return String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
