/// Reads the kept lines of the `configure.log` that zlib's configure and its like write:
///
/// ```
/// === ztest.c ===
/// int main() { return strlen(strerror(errno)); }
/// ===
/// Checking for strerror... Yes.
/// Checking for vsnprintf() in stdio.h... Yes.
/// ```
/// A name can be that of a type (`size_t`): a "yes" counts only if the program before it calls the name.
/// Source: zlib 1.3.1, configure.
struct ScriptLog: ProbeReader {
    private(set) var probes: [Probe] = []
    private var program = ""
    private var isInProgram = false

    mutating func add(_ line: Substring) {
        if let match = line.wholeMatch(of: /Checking (?:for|whether) (.*?)\.\.\. ?(.*?)\.?/), !isInProgram {
            add(match.output.1, match.output.2)
            program = ""
        } else if line.hasPrefix("=== ") {
            (program, isInProgram) = ("", true)
        } else if line == "===" {
            isInProgram = false
        } else if isInProgram {
            program += line + "\n"
        }
    }

    private mutating func add(_ check: Substring, _ answer: Substring) {
        let name = check.firstMatch(of: /^([A-Za-z_][A-Za-z0-9_]*)(\(\))?( in \S+)?$/)?.output.1
        let function = name.flatMap { name -> Probe.Function? in
            let isCalled = program.contains("\(name)(")
            guard answer == "No" || answer == "Yes" && isCalled else { return nil }
            return Probe.Function(name: String(name), exists: answer == "Yes")
        }
        probes.append(Probe(check, answer: answer, function: function))
    }
}
