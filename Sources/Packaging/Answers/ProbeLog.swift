import Basics

/// Reads the kept lines of one kind of log, of which some name tools.
protocol ProbeReader: Sendable {
    /// The checks in the order of the log.
    var probes: [Probe] { get }
    /// The functions that any check found, also by other kinds of checks than those for existence.
    var found: Set<String> { get }
    mutating func add(_ line: Substring)
}

/// The checks and tools in the kept lines of one log.
struct ProbeLog: Sendable {
    /// The log's path in the build folder.
    var path: RelativePath
    /// The path under which the results are listed. CMake before 3.26 has one log for failed checks and one for others.
    var listing: RelativePath {
        path.name == "CMakeError.log" ? path.parent?.appending("CMakeOutput.log") ?? path : path
    }
    private(set) var probes: [Probe] = []
    /// The functions that any check found.
    private(set) var found: Set<String> = []
    private(set) var tools: Set<ProbedTool> = []

    init(_ text: String, at path: RelativePath) {
        self.path = path
        var reader = Self.reader(of: path.name)
        for line in text.split(separator: "\n") {
            if let tool = ProbedTool(line) { tools.insert(tool) }
            reader.add(line)
        }
        (probes, found) = (reader.probes, reader.found)
        number()
    }

    /// Whether the compilers of the log had arguments for other triples only: a configure run for programs that run
    /// during the build.
    func isForAnother(than triple: String) -> Bool {
        let triples = Set(tools.compactMap(\.triple))
        return !triples.isEmpty && !triples.contains(triple)
    }

    private static func reader(of name: String) -> any ProbeReader {
        switch name {
        case "config.log": AutoconfLog()
        case "configure.log": ScriptLog()
        case "meson-log.txt": MesonLog()
        default: CMakeLog()
        }
    }

    /// Makes the names of the checks unique.
    private mutating func number() {
        var counts: [String: Int] = [:]
        for index in probes.indices {
            let count = counts[probes[index].name, default: 0] + 1
            counts[probes[index].name] = count
            if count > 1 { probes[index].name += " (\(count))" }
        }
    }
}
