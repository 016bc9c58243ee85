import ObjectFiles

/// Runs the command-line tools on damaged files.
extension FuzzFormat {
    /// Runs the programs on the file at a path; they write only `output`. Returns the first call whose exit status
    /// contradicts its messages; nil when there is none.
    func brokenProgram(_ path: String, output: String) -> String? {
        switch self {
        case .fat, .machO, .archive:
            Self.brokenLipo(path, output) ?? Self.brokenLibtool(path, output) ?? Self.brokenProbe(path, output)
        case .textStub: Self.brokenProbe(path, output)
        case .elf, .coff, .wasm: Self.brokenLibtool(path, output)
        }
    }

    private static func brokenLipo(_ path: String, _ output: String) -> String? {
        let reports = [["-info"], ["-detailed_info"], ["-archs"]]
        let operations = [["-create"], ["-thin", "arm64"], ["-extract_family", "armv7"], ["-remove", "armv7"]]
        let calls = reports + operations.map { $0 + ["-output", output] }
        return broken(calls.map { [path] + $0 }) { LipoCommand.run($0) }
    }

    private static func brokenLibtool(_ path: String, _ output: String) -> String? {
        broken([["-static", "-o", output, path]]) { LibtoolCommand.run($0) }
    }

    private static func brokenProbe(_ path: String, _ output: String) -> String? {
        let line = ["-arch", "arm64", "-platform_version", "macos", "11.0", "11.0", "-dylib", "-o", output]
        return broken([[path, "-u", "_entry"], ["-force_load", path], [path, "-ObjC"]].map { line + $0 }) {
            ProbeCommand.run($0)
        }
    }

    private static func broken(_ calls: [[String]], _ run: ([String]) -> ToolOutcome) -> String? {
        for call in calls {
            let outcome = run(call)
            let isError = outcome.errors.split(separator: "\n").contains { $0.contains("error:") }
            if isError == (outcome.status == 0) { return "status \(outcome.status) of \(call): \(outcome.errors)" }
        }
        return nil
    }
}
