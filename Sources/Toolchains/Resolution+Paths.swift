import Basics

extension Resolution {
    static func folder(of path: String) -> String? {
        path.lastIndex(of: "/").map { String(path[..<$0]) }
    }

    static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Returns the folder in which a program is installed: the parent of its `bin`.
    static func installation(of path: String) -> String? {
        folder(of: path).flatMap(folder(of:))
    }

    /// The folders that every sandbox shows, and the folder in them that it hides.
    private static let (base, local) = (["/usr", "/bin", "/sbin", "/lib", "/lib64"], "/usr/local")

    /// Returns, sorted, the folders that are not inside another of them or shown by every sandbox.
    static func outermost(_ folders: [String]) -> [String] {
        let isInside = { (path: String, folder: String) in path == folder || path.hasPrefix(folder + "/") }
        let isShown = { (path: String) in !isInside(path, local) && base.contains { isInside(path, $0) } }
        let own = folders.filter { !$0.isEmpty && !isShown($0) }.uniqued().sorted()
        return own.filter { path in !own.contains { $0 != path && isInside(path, $0) } }
    }
}
