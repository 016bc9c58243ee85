import Basics
import Toolchains

/// The environment of every process of a plan. It contains nothing of the user's environment, because results
/// must not depend on that.
enum ActionEnvironment {
    static func variables(searchPath: [String]) -> [String: String] {
        [
            "LC_ALL": "C",
            "PATH": path(searchPath).joined(separator: ":"),
            // Many tools record this time instead of the current time. It is 2000-01-01 00:00 UTC.
            "SOURCE_DATE_EPOCH": "946684800",
            "TZ": "UTC0",
            "ZERO_AR_DATE": "1",
        ]
    }

    /// Returns the folders of `PATH`: first the toolchain's, then the system's.
    static func path(_ searchPath: [String]) -> [String] {
        searchPath + ["/usr/bin", "/bin"].filter { !searchPath.contains($0) }
    }
}
