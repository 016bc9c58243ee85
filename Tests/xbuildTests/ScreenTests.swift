import Actions
import Engine
import Synchronization
import TestSupport
import Testing

@testable import xbuild

struct ScreenTests {
    /// Records output, and returns the lines that a terminal would show.
    private final class RecordedOutput: Sendable {
        private let text = Mutex("")

        var shown: [String] { shownScreen(text.withLock { $0 }) }

        func write(_ new: String) { text.withLock { $0 += new } }
    }

    @Test func `messages stay above the frame`() {
        let output = RecordedOutput()
        let screen = Screen(write: output.write)
        screen.say("first\n")
        screen.draw(["a", "b", "c"])
        screen.say("warning: one\nhint: two\n")
        #expect(output.shown == ["first", "warning: one", "hint: two", ""])
        screen.draw(["d", "e"])
        #expect(output.shown == ["first", "warning: one", "hint: two", "d", "e", ""])
        screen.draw(["f"])
        screen.say("last\n")
        screen.say("of all\n")
        screen.draw([])
        #expect(output.shown == ["first", "warning: one", "hint: two", "last", "of all", ""])
    }

    @Test func `a view that has ended is not drawn`() {
        let output = RecordedOutput()
        let screen = Screen(write: output.write)
        var host = Host.live()
        host.clock = { 0 }
        host.terminalSize = { (width: 80, height: 24) }
        (host.talk, host.draw) = (screen.say, screen.draw)
        let view = LiveTerminal(on: host)
        view.record(.runStarted(steps: 2, jobs: 1))
        view.redraw()
        #expect(output.shown == ["[0/2] 0 running", ""])
        let recorder = view.start()
        recorder.finish()
        screen.say("error: no room\n")
        view.redraw()
        recorder.finish()
        #expect(output.shown == ["error: no room", ""])
    }
}
