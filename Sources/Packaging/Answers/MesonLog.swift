/// Reads the kept lines of a `meson-log.txt`: `Checking for function "strerror" : YES`.
///
/// Meson accepts a macro of a header as a function, so a "yes" does not prove that a program was linked.
/// Source: mesonbuild/interpreter/compiler.py.
struct MesonLog: ProbeReader {
    private(set) var probes: [Probe] = []

    mutating func add(_ line: Substring) {
        guard let match = line.wholeMatch(of: /(.+?) ?: ([^:]*?) ?(\(cached\))? ?/) else { return }
        let (check, answer) = (match.output.1, match.output.2)
        guard match.output.3 == nil else { return }
        var function: Probe.Function?
        if let named = check.firstMatch(of: /^Checking for function "(\w+)"/), ["YES", "NO"].contains(answer) {
            function = .init(name: String(named.output.1), exists: answer == "YES", maybeMacro: true)
        }
        probes.append(Probe(check, answer: answer, function: function))
    }
}
