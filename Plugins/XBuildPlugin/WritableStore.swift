import Foundation

/// Chooses the store: the user's, unless SwiftPM's sandbox forbids writing to it.
enum WritableStore {
    /// - Parameter work: a folder to which the plugin may always write.
    /// - Returns: the store's folder; nil for xbuild's default store.
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

    /// Returns whether a file can be written there. Writes one, because a folder's mode does not show a sandbox.
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
