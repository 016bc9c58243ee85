import Synchronization

/// The end of a terminal's screen: what is said stays, and below it stands a frame that is drawn anew again and again.
///
/// All that goes to the terminal has to come through here, whoever says it: only then is it known how far up the frame
/// begins. Knows nothing of what is in the frame.
final class Screen: Sendable {
    /// How many lines of a frame stand above the cursor.
    private let drawn = Mutex(0)
    private let write: @Sendable (String) -> Void

    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes whole lines in the frame's place; it stands below them when it is drawn the next time.
    func say(_ text: String) {
        drawn.withLock { drawn in
            write(Self.erase(drawn) + text)
            drawn = 0
        }
    }

    /// Draws a frame in place of the last one; one without lines takes it away.
    func draw(_ frame: [String]) {
        drawn.withLock { drawn in
            let text = Self.erase(drawn) + frame.map { $0 + "\n" }.joined()
            if !text.isEmpty { write(text) }
            drawn = frame.count
        }
    }

    /// Moves up over the lines and clears to the end of the screen (ECMA-48: CUU, ED).
    private static func erase(_ lines: Int) -> String { lines == 0 ? "" : "\u{1B}[\(lines)A\u{1B}[J" }
}
