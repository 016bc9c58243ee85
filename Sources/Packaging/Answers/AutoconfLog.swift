/// Reads the kept lines of a `config.log`:
///
/// ```
/// checking for strerror
/// result: yes
/// ac_cv_func_strerror=yes
/// ```
/// The cache variables at the end are the results. `AC_CHECK_FUNC` announces `checking for NAME` and sets
/// `ac_cv_func_NAME`; other macros announce other words or set other variables. `AC_SEARCH_LIBS` sets
/// `ac_cv_search_NAME` to the library that has the function, or to `none required` or `no`. The programs of both include
/// only headers of ISO C, whose absence excuses no "no".
/// Source: Autoconf, lib/autoconf/functions.m4 and general.m4.
struct AutoconfLog: ProbeReader {
    private(set) var probes: [Probe] = []
    private(set) var found: Set<String> = []
    private var current: Substring?
    /// The results of the checks that ran. The recipe may have set others, and configure may change a result later.
    private var results: [Substring: Substring] = [:]

    private static let function = "ac_cv_func_"
    private static let search = "ac_cv_search_"

    mutating func add(_ line: Substring) {
        if line.hasPrefix("checking for ") {
            current = line.dropFirst("checking for ".count)
        } else if line.hasPrefix("result: ") {
            if let current, !line.contains("(cached)") { results[current] = line.dropFirst("result: ".count) }
            current = nil
        } else if let sign = line.firstIndex(of: "=") {
            add(line[..<sign], unquoted(line[line.index(after: sign)...]))
        }
    }

    private mutating func add(_ variable: Substring, _ answer: Substring) {
        var function: Probe.Function?
        if variable.hasPrefix(Self.function), case let name = variable.dropFirst(Self.function.count),
            results[name] == answer
        {
            function = Probe.Function(name: String(name), exists: answer == "yes")
        }
        if function?.exists == true { found.insert(String(variable.dropFirst(Self.function.count))) }
        if variable.hasPrefix(Self.search), answer != "no" {
            found.insert(String(variable.dropFirst(Self.search.count)))
        }
        probes.append(Probe(variable, answer: answer, function: function))
    }

    private func unquoted(_ value: Substring) -> Substring {
        value.count > 1 && value.hasPrefix("'") && value.hasSuffix("'") ? value.dropFirst().dropLast() : value
    }
}
