import Basics
import Synchronization

/// The end of a terminal's screen: messages stay, and the frame below them is redrawn.
///
/// All output to the terminal must go through this object: otherwise the position of the frame's start is unknown.
/// Callers define the frame's contents.
final class Screen: Sendable {
    /// The number of the frame's lines above the cursor.
    private let drawn = Mutex(0)
    private let write: @Sendable (String) -> Void

    init(write: @escaping @Sendable (String) -> Void) { self.write = write }

    /// Writes whole lines in the frame's place; the next frame is drawn below them. Characters that control a terminal
    /// are escaped: the text may come from a recipe, a server or the command line.
    func say(_ text: String) {
        drawn.withLock { drawn in
            write(Self.erase(drawn) + text.escapingControls)
            drawn = 0
        }
    }

    /// Draws a frame in place of the previous one, which an empty frame only removes.
    func draw(_ frame: [String]) {
        drawn.withLock { drawn in
            let text = Self.erase(drawn) + frame.map { $0.onOneLine + "\n" }.joined()
            if !text.isEmpty { write(text) }
            drawn = frame.count
        }
    }

    /// Returns the control sequences "up n lines" and "clear to the end of the screen" (ECMA-48: CUU, ED).
    private static func erase(_ lines: Int) -> String { lines == 0 ? "" : "\u{1B}[\(lines)A\u{1B}[J" }
}
