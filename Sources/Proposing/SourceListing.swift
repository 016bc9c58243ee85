/// The contents of an unpacked source: all paths, and the texts of some files.
public struct SourceListing: Hashable, Sendable {
    /// The paths of all files, sorted.
    public let paths: [String]
    /// The texts of the files that `wanted` selects, by path.
    public let texts: [String: String]
    private let all: Set<String>

    public init(paths: [String], texts: [String: String]) {
        self.paths = paths.sorted()
        self.texts = texts
        all = Set(paths)
    }

    public func has(_ path: String) -> Bool { all.contains(path) }

    /// Returns the texts of all files with this name, in any folder, sorted by path.
    func texts(named name: String) -> [(path: String, text: String)] {
        texts.filter { Self.name(of: $0.key) == name }.sorted { $0.key < $1.key }.map { (path: $0.key, text: $0.value) }
    }

    static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? path }

    private static let buildFiles: Set<String> = [
        "configure", "configure.ac", "configure.in", "Makefile.am", "Makefile", "makefile", "GNUmakefile",
        "CMakeLists.txt", "meson.build", "meson_options.txt", "meson.options",
    ]
    private static let licenseWords = ["licen", "copying", "copyright", "notice", "unlicense"]

    /// Returns the paths of files whose texts may describe the build or the license. They include at most 400 source
    /// files, which may contain license notices.
    public static func wanted(of paths: [String]) -> Set<String> {
        let sorted = paths.sorted { ($0.split(separator: "/").count, $0) < ($1.split(separator: "/").count, $1) }
        let own = sorted.filter { isBuildFile($0) || isLicenseText($0) || isReadme($0) }
        let sources = sorted.filter { isSource($0) }
        return Set(own.prefix(1000) + sources.prefix(400))
    }

    private static func isBuildFile(_ path: String) -> Bool {
        let name = name(of: path)
        return buildFiles.contains(name) || name.hasSuffix(".pc.in") || name == "config.sub" || name.hasSuffix(".cmake")
    }

    /// Returns whether a path is that of a license text: in the source's root, or in a folder for license texts in the
    /// root.
    public static func isLicenseText(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        guard parts.count <= 2, let first = parts.first?.lowercased(), let last = parts.last?.lowercased() else {
            return false
        }
        // A folder `LICENSES` contains only license texts: https://reuse.software.
        if parts.count == 2 { return first.hasPrefix("license") }
        return licenseWords.contains(where: last.contains)
            && ![".c", ".h", ".py", ".sh"].contains(where: last.hasSuffix)
    }

    static func isReadme(_ path: String) -> Bool { !path.contains("/") && path.lowercased().hasPrefix("readme") }

    private static let otherFolders: Set<String> = [
        "test", "tests", "examples", "example", "doc", "docs", "tools", "bench", "benchmarks", "fuzz", "contrib",
        "programs",
        "gl", "m4", "po", "win32", "windows", "demos", "demo", "utils", "apps", "gnulib", "third_party", "build-aux",
    ]

    public static func isSource(_ path: String) -> Bool {
        guard path.hasSuffix(".h") || path.hasSuffix(".c") || path.hasSuffix(".h.in") else { return false }
        return !path.split(separator: "/").dropLast().contains { otherFolders.contains($0.lowercased()) }
    }
}
