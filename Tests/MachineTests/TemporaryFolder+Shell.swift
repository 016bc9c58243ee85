import TestSupport

extension TemporaryFolder {
    /// Returns the output of a shell script that runs in the folder; throws, and so fails the test, when the script
    /// fails.
    @discardableResult
    func shell(_ script: String) throws -> String { try need("/bin/sh", ["-euc", script]) }
}
