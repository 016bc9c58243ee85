import TestSupport

extension TemporaryFolder {
    /// Runs a shell script in the folder and returns its output. Throws an error, which fails the test, if the script
    /// fails.
    @discardableResult
    func shell(_ script: String) throws -> String { try need("/bin/sh", ["-euc", script]) }
}
