#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The process that runs this program.
public enum CurrentProcess {
    /// Its working folder; `/` where that was removed.
    public static var folder: String {
        guard let path = getcwd(nil, 0) else { return "/" }
        defer { free(path) }
        return String(cString: path)
    }

    /// Sets the umask, the permissions that new files do not get, and returns the one before.
    public static func setFileMask(_ mask: UInt16) -> UInt16 { UInt16(truncatingIfNeeded: umask(mode_t(mask))) }

    /// Ends the process.
    public static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Makes a closed pipe an error of the write instead of the end of the process.
    public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

// Under a name of its own: within `CurrentProcess` the plain one is its method.
private func systemExit(_ status: Int32) -> Never { exit(status) }
