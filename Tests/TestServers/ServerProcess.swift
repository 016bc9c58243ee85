import Foundation

/// A program with a temporary folder of its own, in which it runs and says nothing; both are gone with the value, and
/// with them what the program had no time to clear away.
///
/// Nothing else has to be undone where the beginning fails: whoever holds this when an
/// initializer throws lets go of it.
public final class ServerProcess {
    public let folder: URL
    private let ending: Int32
    private var process: Process?

    /// - Parameters:
    ///   - name: what the folder is called after.
    ///   - ending: the signal that ends the program.
    public init(_ name: String, endedBy ending: Int32 = SIGKILL) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-\(name)-\(UUID().uuidString)")
        self.ending = ending
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit {
        stop()
        // Programs that it started may live, and write, a moment longer.
        for _ in 0..<50 {
            guard (try? FileManager.default.removeItem(at: folder)) == nil else { return }
            usleep(20_000)
        }
    }

    /// Starts the program, and waits until somebody listens on its port, where it has one.
    ///
    /// - Parameters:
    ///   - seconds: how long it may take; a busy machine needs many.
    ///   - log: the file of the folder that keeps what it says of errors.
    public func start(
        _ program: URL, _ arguments: [String], port: Int? = nil, atMost seconds: Int = 120, log: String? = nil
    ) throws {
        let process = Tool.process(program, arguments, in: folder)
        process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": folder.path]) { $1 }
        if let log { process.standardError = try FileHandle(forWritingTo: write("", to: log)) }
        try process.run()
        self.process = process
        if let port { try LoopbackPort.wait(for: port, atMost: seconds) { process.isRunning } }
    }

    /// Ends it at once, as a power cut would.
    public func stop() {
        guard let process, process.isRunning else { return }
        kill(process.processIdentifier, ending)
        process.waitUntilExit()
    }

    /// Writes a file of the folder, and tells where.
    @discardableResult
    func write(_ text: String, to name: String) throws -> URL {
        let file = folder.appending(path: name)
        try Data(text.utf8).write(to: file, options: .atomic)
        return file
    }

    /// The lines of a file of the folder.
    func lines(of name: String) throws -> [String] {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
