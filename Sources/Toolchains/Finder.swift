import Basics

/// Searches for programs, files and SDKs on the machine.
struct Finder {
    let effects: ToolchainEffects
    /// The SDK for `xcrun --sdk`; nil for macOS's.
    let sdk: String?

    /// Returns the absolute path of the first candidate that exists; nil if none does. A candidate is an absolute path,
    /// a program's name on `PATH`, or `xcrun NAME`.
    func program(_ candidates: [String]) async -> String? {
        for candidate in candidates {
            if let path = await program(candidate) { return path }
        }
        return nil
    }

    private func program(_ candidate: String) async -> String? {
        if candidate.hasPrefix("xcrun ") {
            return await xcrun("--find", String(candidate.dropFirst("xcrun ".count)))
        }
        let paths = candidate.hasPrefix("/") ? [candidate] : effects.searchPath.map { "\($0)/\(candidate)" }
        return paths.first(where: effects.isExecutable).map(inRealFolder)
    }

    /// Returns the path with the links of its folder resolved, but not a link of that name: `/bin` and `/usr/bin` are
    /// one folder on many systems, and the order of `PATH` must not change the keys of results.
    private func inRealFolder(_ path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), let folder = effects.realPath(String(path[..<slash])) else {
            return path
        }
        return folder + path[slash...]
    }

    /// Returns the first candidate that is an absolute path and exists; nil if there is none. If `contents` is given,
    /// the candidate must be a folder that contains it.
    func path(_ candidates: [String], holding contents: RelativePath?) -> String? {
        candidates.first { candidate in
            exists(contents.map { "\(candidate)/\($0)" } ?? candidate)
        }
    }

    func exists(_ path: String) -> Bool { path.hasPrefix("/") && effects.exists(path) }

    /// Returns the folder of the SDK; nil if `xcrun` does not find it.
    func sdkPath() async -> String? { await xcrun("--show-sdk-path") }

    private func xcrun(_ words: String...) async -> String? {
        let arguments = ["xcrun", "--sdk", sdk ?? "macosx"] + words
        guard let path = await effects.output(arguments), path.hasPrefix("/") else { return nil }
        return path
    }
}
