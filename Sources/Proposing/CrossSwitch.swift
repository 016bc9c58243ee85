/// What a library's own switches are about, by the words of their names. Whatever is no part of the library is switched
/// off: programs cannot run where nobody runs them, and each is one more thing that may fail to link.
enum CrossSwitch {
    /// What is needless, as switches call it.
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

    /// Words that say nothing of what a switch is about.
    private static let fillers: Set<String> = [
        "enable", "build", "with", "install", "want", "use", "generate", "make", "the", "unit", "and", "html", "all",
        "extra",
        "run", "bindings", "gtk", "api", "static",
    ]

    /// Whether a switch of that name is about something needless: `BUILD_TESTING`, `ZSTD_BUILD_PROGRAMS`, `gtk-doc`.
    ///
    /// - Parameter library: the library's name, which may stand first.
    static func isNeedless(_ name: String, library: String) -> Bool {
        let words = words(of: name, library: library)
        return !words.isEmpty && words.contains(where: needless.contains)
            && words.allSatisfy { needless.contains($0) || fillers.contains($0) }
    }

    /// The words of a name without the library's own and what may be added to it.
    static func words(of name: String, library: String) -> [String] {
        let all = name.lowercased().split { $0 == "-" || $0 == "_" || $0 == "." }.map(String.init)
        let own = library.lowercased().filter { $0.isLetter || $0.isNumber }
        // A prefix that is no word of ours is the library's name, shortened.
        guard let first = all.first, all.count > 1 else { return all }
        let isOwn = own.contains(first) || own.hasPrefix("lib") && own.dropFirst(3).contains(first)
        return isOwn && !fillers.contains(first) ? Array(all.dropFirst()) : all
    }

    /// A switch that says the contrary: `DISABLE_WERROR`, `NO_TESTS`.
    static func negated(_ name: String) -> String? {
        for prefix in ["DISABLE_", "NO_", "WITHOUT_"] where name.uppercased().hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return nil
    }
}
