import Foundation

/// The terminal to which standard error is connected.
public enum Terminal {
    /// Whether standard error is a terminal.
    public static var isPresent: Bool { isatty(STDERR_FILENO) == 1 }

    /// The terminal's columns and rows; nil if they are unknown.
    public static var size: (width: Int, height: Int)? {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
