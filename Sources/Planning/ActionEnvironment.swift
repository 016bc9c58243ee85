import Basics
import Toolchains

/// The environment of every process of a plan: equal on every machine, so that nothing about the user's environment
/// gets into the results.
enum ActionEnvironment {
    /// The time that tools use as the current time: 2000-01-01 00:00 UTC.
    static let epoch = "946684800"

    static func variables(searchPath: [String]) -> [String: String] {
        [
            "LC_ALL": "C",
            "PATH": path(searchPath).joined(separator: ":"),
            "SOURCE_DATE_EPOCH": epoch,
            "TZ": "UTC0",
            "ZERO_AR_DATE": "1",
        ]
    }

    /// Returns the toolchain's folders, then the system's.
    static func path(_ searchPath: [String]) -> [String] {
        searchPath + ["/usr/bin", "/bin"].filter { !searchPath.contains($0) }
    }
}
