import Foundation

/// Where results are kept: the store of the user, unless SwiftPM's sandbox forbids to write there.
enum WritableStore {
    /// - Parameter work: a folder that the plugin may always write to.
    /// - Returns: nil for what xbuild takes by itself.
    static func folder(beside work: URL) -> String? {
        let environment = ProcessInfo.processInfo.environment
        if environment["XBUILD_STORE"].map({ !$0.isEmpty }) ?? false { return nil }
        #if os(macOS)
            let caches = "/Library/Caches"
        #else
            let caches = "/.cache"
        #endif
        let folder = { environment[$0].flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let chosen = folder("XDG_CACHE_HOME") ?? folder("HOME").map { $0 + caches }
        if let chosen, isWritable(URL(filePath: chosen).appending(path: "xbuild")) { return nil }
        return work.appending(path: "store").path(percentEncoded: false)
    }

    /// Tried, since a sandbox is not seen in a folder's mode.
    private static func isWritable(_ folder: URL) -> Bool {
        let probe = folder.appending(path: ".plugin-\(ProcessInfo.processInfo.processIdentifier)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data().write(to: probe)
            try FileManager.default.removeItem(at: probe)
            return true
        } catch {
            return false
        }
    }
}
