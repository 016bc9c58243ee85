import Foundation

/// The process that runs this program.
public enum CurrentProcess {
    /// Its working folder; `/` if it was removed.
    public static var folder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Sets the umask, the permissions that new files do not get, and returns the previous one.
    public static func setFileMask(_ mask: UInt16) -> UInt16 { UInt16(truncatingIfNeeded: umask(mode_t(mask))) }

    /// Ends the process.
    public static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Makes a closed pipe an error of the write instead of the end of the process.
    public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

// Within `CurrentProcess`, `exit` is its method.
private func systemExit(_ status: Int32) -> Never { exit(status) }
