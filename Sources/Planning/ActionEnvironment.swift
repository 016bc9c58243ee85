import Basics
import Toolchains

/// The environment of every process that a plan runs: the same words on every machine, so that nothing of the person
/// who builds gets into what is built.
enum ActionEnvironment {
    /// The time that tools take for now: 2000-01-01 00:00 UTC.
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

    /// The toolchain's folders, then the system's.
    static func path(_ searchPath: [String]) -> [String] {
        searchPath + ["/usr/bin", "/bin"].filter { !searchPath.contains($0) }
    }
}
