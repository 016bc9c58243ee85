import Basics
import Engine
import Foundation
import Synchronization

/// `--events FILE`: every event as a line of JSON, with the seconds since the start of the run.
final class EventsFile: Sendable {
    struct Line: Codable {
        var seconds: Double
        var event: EngineEvent
    }

    private let handle: Mutex<FileHandle>
    private let started: Double
    private let clock: @Sendable () -> Double

    /// - Throws: when the file cannot be created.
    init(path: String, clock: @escaping @Sendable () -> Double) throws {
        try Data().write(to: URL(filePath: path))
        handle = Mutex(try FileHandle(forWritingTo: URL(filePath: path)))
        started = clock()
        self.clock = clock
    }

    var recorder: Recorder {
        Recorder(record: { self.record($0) }, finish: { self.handle.withLock { try? $0.close() } })
    }

    private func record(_ event: EngineEvent) {
        handle.withLock { handle in
            // The clock is read under the lock: events come from several threads, and times in the file must not
            // decrease.
            let seconds = ((clock() - started) * 1e6).rounded() / 1e6
            guard let line = try? Line(seconds: seconds, event: event).jsonText(indented: false) else { return }
            // If the file can no longer be written, the record is lost but the build goes on. No partial line stays in
            // it.
            let end = try? handle.offset()
            do { try handle.write(contentsOf: Data(line.utf8)) } catch {
                if let end { try? handle.truncate(atOffset: end) }
            }
        }
    }
}
