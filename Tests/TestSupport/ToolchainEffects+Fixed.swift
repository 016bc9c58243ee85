public import Basics
@testable public import Toolchains

extension ToolchainEffects {
    /// Returns the effects of a machine that has only these files, with these digests. `outputs` maps command lines,
    /// joined by blanks, to the output of programs.
    public static func fixed(
        searchPath: [String], files: [String: Digest], links: [String: String] = [:],
        environment: [String: String] = [:], outputs: [String: String] = [:]
    ) -> ToolchainEffects {
        let isThere: @Sendable (String) -> Bool = { path in
            let real = links[path] ?? path
            return files[real] != nil || files.keys.contains { $0.hasPrefix(real + "/") }
        }
        return ToolchainEffects(
            searchPath: searchPath,
            isExecutable: { files[links[$0] ?? $0] != nil },
            exists: isThere,
            realPath: { isThere($0) ? links[$0] ?? $0 : nil },
            environment: { environment[$0] },
            output: { outputs[$0.joined(separator: " ")] },
            digest: { files[links[$0] ?? $0] })
    }
}
