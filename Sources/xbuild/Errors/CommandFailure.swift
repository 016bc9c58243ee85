import Machine

/// An error that a command itself raises, not one of the modules.
struct CommandFailure: ReportedError {
    var status: ExitStatus
    var messages: [String]
    var hint: String?

    /// - Parameter messages: complete diagnostics; empty if everything was already printed.
    init(_ status: ExitStatus, _ messages: [String] = []) {
        self.status = status
        self.messages = messages
    }

    /// One `error:` line with optional notes and an optional hint.
    init(_ status: ExitStatus, error: String, notes: [String] = [], hint: String? = nil) {
        self.init(status, [(["error: \(error)"] + notes.map { "note: \($0)" }).joined(separator: "\n")])
        self.hint = hint
    }

    /// Runs `body`, which writes a file or folder. The thrown error contains the path as the user wrote it, and the
    /// reason.
    static func writing(
        _ words: String, status: ExitStatus = .fault, _ body: () throws(FileError) -> Void
    ) throws(CommandFailure) {
        do throws(FileError) { try body() } catch {
            throw CommandFailure(status, error: "cannot write `\(words)`: \(error.reason)")
        }
    }

    /// Returns the bytes of a file that the user named. The thrown error contains the path as the user wrote it, and the
    /// reason.
    static func reading(
        _ words: String, at path: String, _ read: (String) throws(FileError) -> [UInt8] = FileSystem.contents
    ) throws(CommandFailure) -> [UInt8] {
        do throws(FileError) { return try read(path) } catch {
            throw CommandFailure(.usage, error: "cannot read `\(words)`: \(error.reason)")
        }
    }

    /// Gives a module's error another status, which depends on the command.
    init(_ status: ExitStatus, _ error: some ReportedError) {
        self.init(status, error.messages)
        hint = error.hint
    }
}
