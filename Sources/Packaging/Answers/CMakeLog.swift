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
/// Sources: Modules/CheckFunctionExists.cmake before CMake 3.26, and cmake-configure-log(7).
struct CMakeLog: ProbeReader {
    private(set) var probes: [Probe] = []
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
            if isFunction, let name { add(function: name, exists: line == "exitCode: 0") }
        } else if let match = line.firstMatch(of: /^Determining if the function (\S+) exists (passed|failed) with/) {
            add(function: match.output.1, exists: match.output.2 == "passed")
        } else if let match = line.wholeMatch(of: /([^:=]+):INTERNAL=(.*)/) {
            probes.append(Probe(match.output.1, answer: match.output.2))
        }
    }

    private mutating func add(function: Substring, exists: Bool) {
        probes.append(
            Probe(
                "function \(function)", answer: exists ? "found" : "not found",
                function: .init(name: String(function), exists: exists)))
    }
}
