import Foundation

extension TemporaryFolder {
    /// Runs a program in the folder and waits for its end.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is looked up in PATH.
    ///   - input: the program's standard input.
    ///   - environment: variables that are added to the environment of the tests.
    @discardableResult
    public func run(
        _ program: String, _ arguments: [String], input: String = "", environment: [String: String] = [:]
    ) throws -> TestProgram.Output {
        // The streams are files, because a program blocks when a pipe is full. The files are outside the folder,
        // because some programs list the folder's contents.
        let streams = ["in", "out", "err"].map { "\(path).\(UUID().uuidString).\($0)" }
        defer { for file in streams { unlink(file) } }
        for (file, text) in zip(streams, [input, "", ""]) { try Data(text.utf8).write(to: URL(filePath: file)) }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", path, program] + arguments
        let status = try spawn(words, variables.map { "\($0.key)=\($0.value)" }, streams)
        let texts = try streams.dropFirst().map {
            String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self)
        }
        return TestProgram.Output(status: status, out: texts[0], err: texts[1])
    }

    /// Returns the status of a program after its end. Foundation's `Process` needs several milliseconds more, and the
    /// tests start thousands of programs.
    private func spawn(_ words: [String], _ variables: [String], _ streams: [String]) throws -> Int {
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
        let (argv, envp) = (words.map { strdup($0) }, variables.map { strdup($0) })
        defer { for word in argv + envp { free(word) } }
        var (process, status) = (pid_t(), Int32())
        let fault = posix_spawn(&process, words[0], &actions, &attributes, argv + [nil], envp + [nil])
        guard fault == 0 else { throw POSIXError(POSIXErrorCode(rawValue: fault) ?? .EINVAL) }
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = Int(status & 0x7f)
        return signal == 0 ? Int(status >> 8 & 0xff) : -signal
    }

    @discardableResult
    public func run(
        _ program: String, _ arguments: String..., environment: [String: String] = [:]
    ) throws -> TestProgram.Output {
        try run(program, arguments, environment: environment)
    }

    /// Runs a program that must succeed.
    /// - Returns: its output.
    @discardableResult
    public func need(_ program: String, _ arguments: [String], environment: [String: String] = [:]) throws -> String {
        let output = try run(program, arguments, environment: environment)
        guard output.status == 0 else { throw FailedProgram(words: [program] + arguments, output: output) }
        return output.out
    }
}

/// A program that a test needs has failed.
public struct FailedProgram: Error {
    public var words: [String]
    public var output: TestProgram.Output

    public init(words: [String], output: TestProgram.Output) {
        self.words = words
        self.output = output
    }
}
