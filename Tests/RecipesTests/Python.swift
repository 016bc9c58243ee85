import TestSupport

/// The machine's Python, if any, as an independent tool.
enum Python {
    /// Whether `import jsonschema` works.
    static let hasJSONSchema: Bool = (try? run("import jsonschema; print('yes')", input: "")) == "yes\n"

    /// Runs a script and returns its output.
    static func run(_ script: String, input: String) throws -> String {
        try TemporaryFolder().run("python3", ["-c", script], input: input).out
    }
}
