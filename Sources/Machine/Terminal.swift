import Foundation

/// The terminal behind standard error.
public enum Terminal {
    /// Whether there is one.
    public static var isPresent: Bool { isatty(STDERR_FILENO) == 1 }

    /// Its columns and rows; nil where they are unknown.
    public static var size: (width: Int, height: Int)? {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
