import Foundation
import TestSupport
import Testing

/// The tests that run the real program.
@Suite(ProgramTest(), .tags(.endToEnd, .process)) enum EndToEnd {}

/// Runs at most one test more at the same time than there are cores, because most tests keep several cores busy. Skips
/// a test if no mirror has its source any more, and records each test's time without the wait for a slot.
struct ProgramTest: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    private static let slots = Slots(count: ProcessInfo.processInfo.activeProcessorCount + 1)

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.slots.take()
        let start = ContinuousClock.now
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        Self.note(test, took: start.duration(to: .now))
        await Self.slots.give()
        do { try result.get() } catch let missing as MissingSource {
            try Test.cancel(Comment(rawValue: missing.message))
        }
    }

    /// Writes a line with the test's time for `scripts/test`; the runner's own times include the wait for a slot.
    private static func note(_ test: Test, took time: Duration) {
        guard let path = ProcessInfo.processInfo.environment["XBUILD_TEST_TIMES"] else { return }
        let name = test.displayName.map { "\"\($0)\"" } ?? test.name
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o644)
        guard descriptor >= 0 else { return }
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        try? file.write(contentsOf: Data("\(time / .seconds(1))\t\(name)\n".utf8))
    }
}

/// A counting semaphore for tasks.
private actor Slots {
    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) { free = count }

    func take() async {
        guard free == 0 else { return free -= 1 }
        await withCheckedContinuation { waiting.append($0) }
    }

    func give() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}

/// Thrown if no mirror has a source any more: tests that need the source are skipped. `scripts/test` counts the words
/// "no mirror has".
struct MissingSource: Error {
    var message: String

    /// Nil if `xbuild fetch` failed for another reason, such as no network.
    init?(_ output: TestSpace.Output) {
        let isGone = ["status 404", "status 410", "does not hold"].contains { output.err.contains($0) }
        guard output.status == 4, output.err.contains("no location had the file"), isGone else { return nil }
        message = "no mirror has a source any more: \(output.err)"
    }
}
