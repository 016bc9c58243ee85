/// The output of the shell's `times`: a line for the shell and one for the processes that it waited for, each with user
/// and system time as `MmS.SSs`. Source: POSIX, `times`.
enum ShellTimes {
    /// Returns the seconds of the second line, user and system time together; nil for text in any other form.
    static func childrenSeconds(_ text: String) -> Double? {
        let lines = text.split(separator: "\n")
        guard lines.count == 2 else { return nil }
        let times = lines[1].split(separator: " ").map(seconds)
        guard times.count == 2, let user = times[0], let system = times[1] else { return nil }
        return user + system
    }

    private static func seconds(_ text: Substring) -> Double? {
        let parts = text.split(separator: "m")
        guard parts.count == 2, parts[1].last == "s", let minutes = Double(parts[0]),
            let seconds = Double(parts[1].dropLast())
        else { return nil }
        return 60 * minutes + seconds
    }
}
