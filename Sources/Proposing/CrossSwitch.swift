/// Classifies a library's own switches by the words of their names. Everything that is not part of the library is
/// switched off: programs for other targets never run here, and each of them may fail to link.
enum CrossSwitch {
    /// The words with which switches name needless parts.
    private static let needless: Set<String> = [
        "test", "tests", "testing", "unittest", "unittests", "example", "examples", "sample", "samples", "demo",
        "demos",
        "doc", "docs", "documentation", "gtkdoc", "doxygen", "man", "manpage", "manpages", "html", "program",
        "programs", "tool",
        "tools", "util", "utils", "utilities", "cli", "app", "apps", "bench", "benchmark", "benchmarks", "fuzz",
        "fuzzer", "fuzzers", "fuzzing", "fuzztest", "nls", "python", "perl", "java", "csharp", "werror",
        "introspection", "cpp",
        "binaries", "executables", "frontend",
    ]

    /// Words that do not name a part.
    private static let fillers: Set<String> = [
        "enable", "build", "with", "install", "want", "use", "generate", "make", "the", "unit", "and", "html", "all",
        "extra",
        "run", "bindings", "gtk", "api", "static",
    ]

    /// Returns whether a switch of that name controls a needless part: `BUILD_TESTING`, `ZSTD_BUILD_PROGRAMS`,
    /// `gtk-doc`.
    ///
    /// - Parameter library: the library's name, which may be the first word.
    static func isNeedless(_ name: String, library: String) -> Bool {
        let words = words(of: name, library: library)
        return !words.isEmpty && words.contains(where: needless.contains)
            && words.allSatisfy { needless.contains($0) || fillers.contains($0) }
    }

    /// Returns the words of a name without the library's own name or a short form of it.
    static func words(of name: String, library: String) -> [String] {
        let all = name.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }.map(String.init)
        let own = library.lowercased().filter { $0.isLetter || $0.isNumber }
        // A first word that is not a filler may be a short form of the library's name.
        guard let first = all.first, all.count > 1 else { return all }
        let isOwn = own.contains(first) || own.hasPrefix("lib") && own.dropFirst(3).contains(first)
        return isOwn && !fillers.contains(first) ? Array(all.dropFirst()) : all
    }

    /// Returns the name that a negative switch negates: `DISABLE_WERROR`, `NO_TESTS`.
    static func negated(_ name: String) -> String? {
        for prefix in ["DISABLE_", "NO_", "WITHOUT_"] where name.uppercased().hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return nil
    }
}
