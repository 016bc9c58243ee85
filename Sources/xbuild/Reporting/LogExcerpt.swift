/// The parts of an action's log that a failure report uses. Lines are added one by one; memory is bounded.
struct LogExcerpt {
    /// Whether configure failed; config.log then has the cause.
    private(set) var isOfConfigure = false
    /// The first line that a compiler, linker or configure marks as an error, with the lines of source code below it.
    private(set) var firstError: [String] = []
    /// The first lines that contain an error, and the number of all such lines.
    private(set) var errors: [String] = []
    private(set) var errorCount = 0
    /// The last line of a build script: the step that failed, or the rule that the step broke.
    private(set) var step: String?
    /// The last lines that are not empty.
    private(set) var end: [String] = []
    private var showsSource = false

    private static let (errorsKept, sourceLinesKept, endKept) = (20, 4, 20)

    mutating func add(_ line: String) {
        if line.hasPrefix("configure: error:") { isOfConfigure = true }
        if Self.isOfStep(line) {
            step = line
            return
        }
        if Self.isError(line) {
            errorCount += 1
            if errors.count < Self.errorsKept { errors.append(line) }
        }
        addToFirst(line)
        if !line.isEmpty { end = end.suffix(Self.endKept - 1) + [line] }
    }

    private mutating func addToFirst(_ line: String) {
        if firstError.isEmpty {
            guard Self.isError(line) else { return }
            firstError = [line]
            showsSource = true
        } else if showsSource {
            showsSource =
                firstError.count <= Self.sourceLinesKept
                && (line.hasPrefix(" ") || line.hasPrefix(">>>") || line.hasPrefix("hint:"))
            if showsSource { firstError.append(line) }
        }
    }

    /// automake's line for each failed test.
    static let failedTest = "FAIL: "

    private static func isOfStep(_ line: String) -> Bool {
        ["configure", "build", "install", "test"].contains { line.hasPrefix("error: the \($0) step ") }
    }

    private static let marks = [
        ": error: ", ": fatal error: ", "undefined reference to", ": command not found", "No rule to make target",
        ": not found",
    ]

    private static func isError(_ line: String) -> Bool {
        // configure's `checking` lines may contain `not found` as an answer.
        if line.hasPrefix("checking ") { return false }
        return line.hasPrefix("error: ") || line.hasPrefix("Error: ") || line.hasPrefix("configure: error: ")
            || line.hasPrefix(failedTest) || marks.contains { line.contains($0) }
    }
}
