/// Reads the kept lines of a `meson-log.txt`:
///
/// ```
/// compiler /usr/bin/clang
/// program
/// Checking for function "strerror" : YES
/// no header bsd/stdlib.h
/// Checking for function "strlcpy" : NO
/// ```
/// If no header is given, Meson links a program that calls the function. If that fails, Meson asks whether the compiler
/// has the function. A "yes" therefore counts only after one compilation of such a program: with a header, a macro
/// suffices.
/// Source: mesonbuild/compilers/mixins/clike.py, has_function.
struct MesonLog: ProbeReader {
    private(set) var probes: [Probe] = []
    private var isProgram = false
    private var compilations = 0
    private var missingHeader: String?
    private(set) var found: Set<String> = []

    mutating func add(_ line: Substring) {
        if line == "program" { isProgram = true }
        if line.hasPrefix("compiler ") { compilations += 1 }
        if let header = Probe.missingHeader(in: line) { missingHeader = header }
        guard let match = line.wholeMatch(of: /(.+?) ?: ([^:]*?) ?(\(cached\))? ?/) else { return }
        defer { (isProgram, compilations, missingHeader) = (false, 0, nil) }
        let (check, answer) = (match.output.1, match.output.2)
        guard match.output.3 == nil else { return }
        var function: Probe.Function?
        if let name = check.firstMatch(of: /^Checking for function "(\w+)"/).map({ String($0.output.1) }) {
            if answer == "YES" { found.insert(name) }
            if answer == "NO" || answer == "YES" && isProgram && compilations == 1 {
                function = .init(name: name, exists: answer == "YES", missingHeader: missingHeader)
            }
        }
        probes.append(Probe(check, answer: answer, function: function))
    }
}
