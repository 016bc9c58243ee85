import ArgumentParser

/// The value of `--timeout`: `90` or `90min` (minutes), `2h`, `30s`, or `none`.
struct ActionTimeout: Hashable, Sendable, ExpressibleByArgument {
    /// Nil for no limit.
    var seconds: Int?

    /// Longer than any build should take, but short enough that a hanging build ends the same day.
    static let standard = ActionTimeout(seconds: 2 * 3600)

    private static let longest = 365 * 24 * 3600
    /// The seconds in each unit; a number without a unit is in minutes.
    private static let units = ["s": 1, "": 60, "min": 60, "h": 3600]

    init(seconds: Int?) { self.seconds = seconds }

    init?(argument: String) {
        if argument == "none" {
            self.init(seconds: nil)
            return
        }
        let digits = argument.prefix { $0.isASCII && $0.isNumber }
        guard let number = Int(digits), number > 0, let unit = Self.units[String(argument.dropFirst(digits.count))],
            number <= Self.longest / unit
        else { return nil }
        self.init(seconds: number * unit)
    }

    /// The value as typed, in the largest unit that divides it; shown in the help.
    var defaultValueDescription: String {
        guard let seconds else { return "none" }
        if seconds.isMultiple(of: 3600) { return "\(seconds / 3600)h" }
        return seconds.isMultiple(of: 60) ? "\(seconds / 60)min" : "\(seconds)s"
    }
}
