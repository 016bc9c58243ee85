import Foundation

/// Whether bubblewrap works here; probed once for all these tests.
enum SandboxHere {
    static let works = runs([])
    /// From version 0.8 on.
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
