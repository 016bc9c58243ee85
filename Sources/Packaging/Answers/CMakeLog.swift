/// Reads the kept lines of CMake's logs and of its cache.
///
/// ```
/// Determining if the function strerror exists passed with the following output:
/// HAVE_STRERROR:INTERNAL=1
/// ```
/// CMake 3.26 and later writes `CMakeConfigureLog.yaml`, of which the build keeps, for each check:
///
/// ```
/// check
/// function
/// for strerror
/// exitCode: 0
/// ```
/// `check_symbol_exists` has the same lines without `function`, and before CMake 3.26 the words
/// `Determining if the strerror exist passed`. It shows that a function is there, but its "no" may be that of a macro.
/// The program of `check_function_exists` includes no header.
/// Sources: Modules/CheckFunctionExists.cmake and CheckSymbolExists.cmake before CMake 3.26, and cmake-configure-log(7).
struct CMakeLog: ProbeReader {
    private(set) var probes: [Probe] = []
    private(set) var found: Set<String> = []
    private var isFunction = false
    private var name: Substring?

    mutating func add(_ line: Substring) {
        if line == "check" {
            (isFunction, name) = (false, nil)
        } else if line == "function" {
            isFunction = true
        } else if line.hasPrefix("for ") {
            name = line.dropFirst("for ".count)
        } else if line.hasPrefix("exitCode: ") {
            if let name, line == "exitCode: 0" { found.insert(String(name)) }
            if isFunction, let name { add(function: name, exists: line == "exitCode: 0") }
        } else if let match = line.firstMatch(of: /^Determining if the function (\S+) exists (passed|failed) with/) {
            add(function: match.output.1, exists: match.output.2 == "passed")
        } else if let match = line.firstMatch(of: /^Determining if the (\S+) exist passed with/) {
            found.insert(String(match.output.1))
        } else if let match = line.wholeMatch(of: /([^:=]+):INTERNAL=(.*)/) {
            probes.append(Probe(match.output.1, answer: match.output.2))
        }
    }

    private mutating func add(function: Substring, exists: Bool) {
        if exists { found.insert(String(function)) }
        probes.append(
            Probe(
                "function \(function)", answer: exists ? "found" : "not found",
                function: .init(name: String(function), exists: exists)))
    }
}
