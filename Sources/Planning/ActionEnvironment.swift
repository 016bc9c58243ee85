import Basics
import Toolchains

/// The environment of every process of a plan. It contains nothing of the user's environment, because results
/// must not depend on that.
enum ActionEnvironment {
    static let variables = [
        "LC_ALL": "C",
        "PATH": path,
        // Many tools record this time instead of the current time. It is 2000-01-01 00:00 UTC.
        "SOURCE_DATE_EPOCH": "946684800",
        "TZ": "UTC0",
        "ZERO_AR_DATE": "1",
    ]

    /// The system's folders. Other tools have scripts in the folder `ResolvedToolchain.toolsPath`.
    static let path = "/usr/bin:/bin"
}
