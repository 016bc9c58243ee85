import Foundation

/// The process that runs this program.
public enum CurrentProcess {
    /// The working folder of the process; `/` if that folder was removed.
    public static var folder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Sets the umask, which lists the permissions that new files do not get, and returns the previous umask.
    public static func setFileMask(_ mask: UInt16) -> UInt16 { UInt16(truncatingIfNeeded: umask(mode_t(mask))) }

    /// Ends the process.
    public static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Makes a write to a closed pipe fail with an error instead of ending the process.
    public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

// Within `CurrentProcess`, `exit` is its method.
private func systemExit(_ status: Int32) -> Never { exit(status) }
