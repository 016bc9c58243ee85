/// Classifies the switches of a library's build by the words in their names. Proposals switch off everything that is
/// not part of the library: programs for other targets cannot run here, and each program may fail to link.
enum CrossSwitch {
    /// Words in the names of switches that stand for parts that a recipe does not need.
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

    /// Words in the names of switches that do not stand for a part.
    private static let fillers: Set<String> = [
        "enable", "build", "with", "install", "want", "use", "generate", "make", "the", "unit", "and", "html", "all",
        "extra",
        "run", "bindings", "gtk", "api", "static",
    ]

    /// Returns whether a switch of that name controls a needless part: `BUILD_TESTING`, `ZSTD_BUILD_PROGRAMS`,
    /// `gtk-doc`.
    ///
    /// - Parameter library: the library's name, which may be the first word of the switch's name.
    static func isNeedless(_ name: String, library: String) -> Bool {
        let words = words(of: name, library: library)
        return !words.isEmpty && words.contains(where: needless.contains)
            && words.allSatisfy { needless.contains($0) || fillers.contains($0) }
    }

    /// Returns the words of a switch's name, without a first word that is the library's name or a short form of it.
    static func words(of name: String, library: String) -> [String] {
        let all = name.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }.map(String.init)
        let own = library.lowercased().filter { $0.isLetter || $0.isNumber }
        // A first word that is not a filler may be a short form of the library's name.
        guard let first = all.first, all.count > 1 else { return all }
        let isOwn = own.contains(first) || own.hasPrefix("lib") && own.dropFirst(3).contains(first)
        return isOwn && !fillers.contains(first) ? Array(all.dropFirst()) : all
    }

    /// Returns the rest of a negative switch's name: `WERROR` for `DISABLE_WERROR`, `TESTS` for `NO_TESTS`. Returns nil
    /// for other names.
    static func negated(_ name: String) -> String? {
        for prefix in ["DISABLE_", "NO_", "WITHOUT_"] where name.uppercased().hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return nil
    }
}
