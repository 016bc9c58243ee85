import Foundation
import TestSupport

/// A program that runs silently in its own temporary folder. Releasing the value ends the program and removes the
/// folder with all its files.
///
/// If a server's initializer throws, this value is released too: a failed start needs no other clean-up.
public final class ServerProcess {
    private let temporary: TemporaryFolder
    public var folder: URL { temporary.url }
    private let ending: Int32
    private var process: ChildProcess?

    /// - Parameter ending: the signal that ends the program.
    public init(endedBy ending: Int32 = SIGKILL) throws {
        temporary = try TemporaryFolder()
        self.ending = ending
    }

    deinit {
        stop()
        // The program's child processes may live, and write files, a moment longer.
        for _ in 0..<50 {
            guard (try? FileManager.default.removeItem(at: folder)) == nil else { return }
            usleep(20_000)
        }
    }

    /// Starts the program and waits until it listens on its port, if it has one.
    ///
    /// - Parameters:
    ///   - seconds: the time limit; starting a server takes long on a busy machine.
    ///   - log: the file in the folder that receives standard error.
    public func start(
        _ program: URL, _ arguments: [String], port: Int? = nil, atMost seconds: Int = 120, log: String? = nil
    ) throws {
        let errors = try log.map { try write("", to: $0).path } ?? "/dev/null"
        let environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        let process = try ChildProcess(
            [program.path] + arguments, in: folder.path, environment: environment,
            streams: ["/dev/null", "/dev/null", errors])
        self.process = process
        if let port { try LoopbackPort.wait(for: port, atMost: seconds) { process.isRunning } }
    }

    /// Ends the program immediately, like a power cut.
    public func stop() {
        guard let process, process.isRunning else { return }
        kill(process.id, ending)
        process.wait()
    }

    /// Writes a file in the folder and returns its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file, options: .atomic)
        return file
    }

    /// Returns the lines of a file in the folder.
    func lines(of name: String) throws -> [String] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
