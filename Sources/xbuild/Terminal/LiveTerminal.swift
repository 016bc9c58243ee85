import Engine
import Foundation
import Synchronization

/// Draws a `LiveView` at the bottom of a terminal, ten times a second at most.
final class LiveTerminal: Sendable {
    private struct State {
        var view = LiveView()
        var linesDrawn = 0
        var isOver = false
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Double
    private let size: @Sendable () -> (width: Int, height: Int)
    private let write: @Sendable (String) -> Void

    init(
        clock: @escaping @Sendable () -> Double, size: @escaping @Sendable () -> (width: Int, height: Int),
        write: @escaping @Sendable (String) -> Void
    ) {
        self.clock = clock
        self.size = size
        self.write = write
    }

    /// A recorder that also redraws by itself, so that elapsed times move.
    func start() -> Recorder {
        let ticker = Task {
            while !Task.isCancelled {
                self.redraw()
                try? await Task.sleep(for: .milliseconds(100))
            }
        }
        return Recorder(
            record: { self.record($0) },
            finish: {
                ticker.cancel()
                self.finish()
            })
    }

    func record(_ event: EngineEvent) {
        state.withLock { state in
            let lasting = state.view.apply(event, at: clock())
            guard !lasting.isEmpty else { return }
            write(Self.erase(state.linesDrawn) + lasting.map { $0 + "\n" }.joined())
            state.linesDrawn = 0
        }
    }

    func redraw() {
        state.withLock { state in
            guard !state.isOver else { return }
            let (width, height) = size()
            let frame = state.view.frame(at: clock(), width: width, height: height)
            write(Self.erase(state.linesDrawn) + frame.map { $0 + "\n" }.joined())
            state.linesDrawn = frame.count
        }
    }

    private func finish() {
        state.withLock { state in
            write(Self.erase(state.linesDrawn))
            state.linesDrawn = 0
            state.isOver = true
        }
    }

    /// Moves up over the lines and clears to the end of the screen (ECMA-48: CUU, ED).
    private static func erase(_ lines: Int) -> String { lines == 0 ? "" : "\u{1B}[\(lines)A\u{1B}[J" }
}
