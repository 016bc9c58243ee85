// Fetches a wheel through pip, with the machine's index, proxies and certificates. pip picks the file; the caller
// verifies it by the pinned digest.

import Machine
import SystemPackage

/// Fetches wheels.
struct PyPISource: Sendable {
    var effects: FetchEffects

    /// The requested wheel.
    struct Request: Hashable, Sendable {
        var package: String
        /// Nil for the newest.
        var version: String?
        /// The wheel's platform tag. If nil, the tag in the name of `file` is used, or without one the machine's own
        /// tag.
        var platform: String?
        var file: String?
    }

    /// Fetches the wheel into `scratch` and returns its path. The caller checks the digest.
    func fetch(_ request: Request, into scratch: FilePath) async throws(FetchError) -> FilePath {
        try ToolWord.check([request.package] + [request.version, request.platform].compactMap { $0 })
        let tool = Tool(name: "python3", package: "python3", errorMarks: ["ERROR: "])
        // pip's temporary files are as large as the wheel; they are removed with the folder.
        let environment = effects.environment.merging(["TMPDIR": scratch.string]) { $1 }
        do {
            _ = try await tool.run(
                Self.arguments(request, folder: scratch), environment: environment, folder: scratch,
                effects.processes)
        } catch .toolFailed(_, let status, let message) {
            if message.hasSuffix("No module named pip") { throw .missingTool("pip", package: "python3-pip") }
            throw .toolFailed("pip", status: status, message: message)
        }
        let wheels = scratch.entries.filter { $0.string.hasSuffix(".whl") }
        guard let wheel = wheels.first(where: { $0.lastComponent?.string == request.file }) ?? wheels.first else {
            throw .notOffered(what: "a wheel of `\(request.package)`" + (request.version.map { " \($0)" } ?? ""))
        }
        return wheel
    }

    /// Returns the arguments for pip. They disable pip's cache: a wheel can be large, and the store keeps the files
    /// that builds use.
    static func arguments(_ request: Request, folder: FilePath) -> [String] {
        let platform = request.platform ?? request.file.flatMap(platform)
        return [
            "python3", "-m", "pip", "download", "--quiet", "--no-input", "--disable-pip-version-check",
            "--no-cache-dir",
        ]
            + ["--no-deps", "--no-binary=:none:", "--only-binary=:all:", "--dest", folder.string]
            + (platform.map { ["--platform", $0] } ?? [])
            + [request.package + (request.version.map { "==\($0)" } ?? "")]
    }

    /// Returns the first platform tag in a wheel's name, `NAME-VERSION(-BUILD)?-PYTHON-ABI-PLATFORM(.PLATFORM)*.whl`.
    private static func platform(ofWheel file: String) -> String? {
        guard file.hasSuffix(".whl"), let tags = file.dropLast(4).split(separator: "-").last else { return nil }
        return tags.split(separator: ".").first.map(String.init)
    }
}
