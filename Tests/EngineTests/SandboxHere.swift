import Foundation

/// Whether bubblewrap works on this machine; it is probed once for all tests.
enum SandboxHere {
    static let works = runs([])
    /// Whether bubblewrap has version 0.8 or later.
    static let disablesNamespaces = runs(["--unshare-user", "--disable-userns"])

    private static func runs(_ options: [String]) -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/bwrap")
        process.arguments = ["--unshare-all"] + options + ["--ro-bind", "/", "/", "true"]
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }
}
