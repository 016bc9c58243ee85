import Foundation

/// A program that a test started, with files as its streams.
///
/// Foundation's `Process` learns the end of a program from a socket, of which other programs inherit copies: its
/// `waitUntilExit` can wait until a server of another test ends, which may never happen.
public final class ChildProcess {
    public let id: pid_t
    private var status: Int32?

    /// Starts a program. Throws when there is none at an absolute path.
    ///
    /// - Parameters:
    ///   - words: the path of the program, or its name in PATH, and its arguments.
    ///   - folder: the working directory.
    ///   - environment: all variables.
    ///   - streams: the files for standard input, output and error, which must exist.
    public init(_ words: [String], in folder: String, environment: [String: String], streams: [String]) throws {
        // Programs without a folder are searched in PATH by the shell.
        if words[0].hasPrefix("/"), access(words[0], X_OK) != 0 { throw POSIXError(.ENOENT) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, file) in zip(Int32(0)..., streams) {
            posix_spawn_file_actions_addopen(&actions, number, file, number == 0 ? O_RDONLY : O_WRONLY, 0)
        }
        var flags = POSIX_SPAWN_SETSIGMASK
        // While a program has a file open for writing, the system refuses to execute the file. The program must
        // therefore not inherit the files that other tests write.
        #if os(Linux)
            for descriptor in Int32(3)..<1024 { posix_spawn_file_actions_addclose(&actions, descriptor) }
        #else
            flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
        #endif
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // The threads of the tests block signals, and the program would inherit that.
        var signals = sigset_t()
        posix_spawnattr_setsigmask(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        let all = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + words
        let (argv, envp) = (all.map { strdup($0) }, environment.map { strdup("\($0.key)=\($0.value)") })
        defer { for word in argv + envp { free(word) } }
        var process = pid_t()
        let fault = posix_spawn(&process, all[0], &actions, &attributes, argv + [nil], envp + [nil])
        guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EINVAL) }
        id = process
    }

    public var isRunning: Bool {
        if status == nil { reap(WNOHANG) }
        return status == nil
    }

    /// Waits for the end of the program. Returns its exit status, or the negative number of the signal that ended it.
    @discardableResult
    public func wait() -> Int {
        while status == nil { reap(0) }
        let status = status ?? 0
        let signal = Int(status & 0x7f)
        return signal == 0 ? Int(status >> 8 & 0xff) : -signal
    }

    private func reap(_ options: Int32) {
        var found: Int32 = 0
        let process = waitpid(id, &found, options)
        // Another function may have waited for the program.
        if process == id || (process < 0 && errno == ECHILD) { status = found }
    }
}
