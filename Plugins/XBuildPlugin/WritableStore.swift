import Foundation

/// Where results are kept: the store of the user, unless SwiftPM's sandbox forbids to write there.
enum WritableStore {
    /// - Parameter work: a folder that the plugin may always write to.
    /// - Returns: nil for what xbuild takes by itself.
    static func folder(beside work: URL) -> String? {
        let environment = ProcessInfo.processInfo.environment
        if environment["XBUILD_STORE"].map({ !$0.isEmpty }) ?? false { return nil }
        let home = environment["HOME"] ?? "/"
        #if os(macOS)
            let caches = home + "/Library/Caches"
        #else
            let caches = home + "/.cache"
        #endif
        let chosen = environment["XDG_CACHE_HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? caches
        let store = URL(filePath: chosen).appending(path: "xbuild")
        return isWritable(store) ? nil : work.appending(path: "store").path(percentEncoded: false)
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
