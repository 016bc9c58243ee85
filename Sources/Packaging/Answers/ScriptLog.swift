/// Reads the kept lines of the `configure.log` that zlib's configure and its like write:
///
/// ```
/// === ztest.c ===
/// int main() { return strlen(strerror(errno)); }
/// ===
/// Checking for strerror... Yes.
/// Checking for vsnprintf() in stdio.h... Yes.
/// ```
/// The line `no header PATH` before a result stands for an error of the compiler.
/// A name can be that of a type (`size_t`): a "yes" counts only if the program before it calls the name.
/// Source: zlib 1.3.1, configure.
struct ScriptLog: ProbeReader {
    private(set) var probes: [Probe] = []
    private(set) var found: Set<String> = []
    private var missingHeader: String?
    private var program = ""
    private var isInProgram = false

    mutating func add(_ line: Substring) {
        if let match = line.wholeMatch(of: /Checking (?:for|whether) (.*?)\.\.\. ?(.*?)\.?/), !isInProgram {
            add(match.output.1, match.output.2)
            (program, missingHeader) = ("", nil)
        } else if line.hasPrefix("=== ") {
            (program, isInProgram, missingHeader) = ("", true, nil)
        } else if line == "===" {
            isInProgram = false
        } else if isInProgram {
            program += line + "\n"
        } else if let header = Probe.missingHeader(in: line) {
            missingHeader = header
        }
    }

    private mutating func add(_ check: Substring, _ answer: Substring) {
        let name = check.firstMatch(of: /^([A-Za-z_][A-Za-z0-9_]*)(\(\))?( in \S+)?$/)?.output.1
        let function = name.flatMap { name -> Probe.Function? in
            let isCalled = program.contains("\(name)(")
            if answer == "Yes" { found.insert(String(name)) }
            guard answer == "No" || answer == "Yes" && isCalled else { return nil }
            return Probe.Function(name: String(name), exists: answer == "Yes", missingHeader: missingHeader)
        }
        probes.append(Probe(check, answer: answer, function: function))
    }
}
