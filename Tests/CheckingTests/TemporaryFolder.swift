import Foundation
import TestSupport

extension TemporaryFolder {
    /// Runs a program of PATH in the folder, which has to succeed.
    func run(_ words: [String]) throws {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.currentDirectoryURL = URL(filePath: path)
        process.arguments = words
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    }
}
