import Engine
import Synchronization

/// Draws a `LiveView` at the bottom of a terminal, ten times a second at most.
final class LiveTerminal: Sendable {
    private struct State {
        var view = LiveView()
        var isOver = false
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Double
    private let size: @Sendable () -> (width: Int, height: Int)
    private let say: @Sendable (String) -> Void
    private let draw: @Sendable ([String]) -> Void

    /// - Parameters:
    ///   - say: writes lines above the view.
    ///   - draw: shows these lines in place of the last ones.
    init(
        clock: @escaping @Sendable () -> Double, size: @escaping @Sendable () -> (width: Int, height: Int),
        say: @escaping @Sendable (String) -> Void, draw: @escaping @Sendable ([String]) -> Void
    ) {
        self.clock = clock
        self.size = size
        self.say = say
        self.draw = draw
    }

    /// A recorder that also redraws on a timer, so that elapsed times advance.
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
            if !lasting.isEmpty { say(lasting.map { $0 + "\n" }.joined()) }
        }
    }

    func redraw() {
        state.withLock { state in
            guard !state.isOver else { return }
            let (width, height) = size()
            draw(state.view.frame(at: clock(), width: width, height: height))
        }
    }

    private func finish() {
        state.withLock { state in
            draw([])
            state.isOver = true
        }
    }
}
