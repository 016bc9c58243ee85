import Actions
import Dispatch
import Engine
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import xbuild

struct EventsFileTests {
    private struct Line: Decodable {
        var seconds: Double
    }

    @Test func `events from concurrent writers are ordered by time`() throws {
        let folder = try TemporaryFolder()
        let ticks = Mutex(0)
        let file = try EventsFile(path: folder.path("events")) {
            ticks.withLock {
                $0 += 1
                return Double($0)
            }
        }
        let recorder = file.recorder
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for _ in 0..<500 { recorder.record(.output(step: StepID(index: thread), line: "a line")) }
        }
        recorder.finish()
        let seconds = try folder.text("events").split(separator: "\n").map {
            try JSONDecoder().decode(Line.self, from: Data($0.utf8)).seconds
        }
        #expect(seconds == (1...4000).map(Double.init))
    }
}
