import Basics
import Engine
import Synchronization
import SystemPackage

/// `--events FILE`: every event as a line of JSON, with the seconds since the start of the run.
final class EventsFile: Sendable {
    struct Line: Codable {
        var seconds: Double
        var event: EngineEvent
    }

    private let file: Mutex<FileDescriptor>
    private let started: Double
    private let clock: @Sendable () -> Double

    /// - Throws: when the file cannot be created.
    init(path: String, clock: @escaping @Sendable () -> Double) throws {
        file = Mutex(
            try FileDescriptor.open(
                FilePath(path), .writeOnly, options: [.create, .truncate, .closeOnExec],
                permissions: [.ownerReadWrite, .groupReadWrite, .otherReadWrite]))
        started = clock()
        self.clock = clock
    }

    var recorder: Recorder {
        Recorder(record: { self.record($0) }, finish: { self.file.withLock { try? $0.close() } })
    }

    private func record(_ event: EngineEvent) {
        file.withLock { file in
            // The clock is read under the lock: events come from several threads, and times in the file must not
            // decrease.
            let seconds = ((clock() - started) * 1e6).rounded() / 1e6
            guard let line = try? Line(seconds: seconds, event: event).jsonText(indented: false) else { return }
            // If the file can no longer be written, the event is lost but the build goes on. A partial line is removed.
            let end = try? file.seek(offset: 0, from: .current)
            do { try file.writeAll(line.utf8) } catch {
                if let end { try? file.resize(to: end) }
            }
        }
    }
}
