import Engine
import Synchronization

/// Draws a `LiveView` at the bottom of a terminal, ten times a second at most.
final class LiveTerminal: Sendable {
    private struct State {
        var view = LiveView()
        var isOver = false
    }

    private let state = Mutex(State())
    /// `talk` writes lines above the view; `draw` replaces the lines of the view.
    private let host: Host

    init(on host: Host) { self.host = host }

    /// Returns a recorder, and starts a timer that redraws the view, so that elapsed times advance.
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
            let lasting = state.view.apply(event, at: host.clock())
            if !lasting.isEmpty { host.talk(lasting.map { $0 + "\n" }.joined()) }
        }
    }

    func redraw() {
        state.withLock { state in
            guard !state.isOver else { return }
            let (width, height) = host.terminalSize()
            host.draw(state.view.frame(at: host.clock(), width: width, height: height))
        }
    }

    private func finish() {
        state.withLock { state in
            host.draw([])
            state.isOver = true
        }
    }
}
