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

    /// The number of the user with whose rights the process runs.
    public static var user: UInt32 { geteuid() }

    /// The numbers of the groups with whose rights the process runs.
    public static var groups: Set<UInt32> {
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        let count = getgroups(CInt(groups.count), &groups)
        return Set(groups.prefix(Int(max(0, count))) + [getegid()])
    }

    /// Ends the process.
    public static func exit(_ status: Int32) -> Never { systemExit(status) }

    /// Makes a write to a closed pipe fail with an error instead of ending the process.
    public static func ignoreBrokenPipes() { signal(SIGPIPE, SIG_IGN) }
}

// Within `CurrentProcess`, `exit` is its method.
private func systemExit(_ status: Int32) -> Never { exit(status) }
