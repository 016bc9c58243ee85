/// Finds symptoms in the output of configure, make, CMake and compilers. Each search is a pure function of one line.
enum LogSearch {
    typealias Search = @Sendable (String) -> Symptom?

    static let all: [Search] = [
        unknownMachine, mark(.writesSource, ["Read-only file system", "Permission denied"]), missingHeader,
        buildPathInLibrary, undeclaredFunction, refusedFlag,
        mark(
            .unlinkedProgram,
            ["undefined symbol: ", "undefined reference to", "unable to find library -l", "cannot find -l"]),
        missingManualTool, fatalWarning, mark(.missingAutopoint, ["autopoint"]),
    ]

    private static func mark(_ symptom: Symptom, _ marks: [String]) -> Search {
        { line in marks.contains(where: line.contains) ? symptom : nil }
    }

    /// Returns the symptom for a compiler's error in an installed header, such as
    /// `./include/z/types.h:4:1: error: expected identifier`; nil for other lines.
    static func brokenHeader(_ line: String) -> Symptom? {
        guard line.contains(": error: ") else { return nil }
        let parts = line.split(separator: ":")
        guard parts.count > 2, let place = parts[0].firstRange(of: "include/"), let number = Int(parts[1]) else {
            return nil
        }
        return .brokenHeader(path: "include/" + parts[0][place.upperBound...], line: number)
    }

    /// Returns the headers in the error of a module's proof about headers that no import reaches; each is in backticks.
    static func unreachedHeaders(_ line: String) -> [String] {
        guard line.hasPrefix("error: `import "), line.contains(" does not reach ") else { return [] }
        return line.matches(of: /`([^`]+)`(?= \(|,|$)/).map { String($0.1) }
    }

    private static let unknownMachine: Search = { line in
        let isRefused = line.contains("config.sub") && (line.contains("failed") || line.contains("not recognized"))
        return isRefused || line.contains("Invalid configuration `") ? .unknownMachine : nil
    }

    private static let missingHeader: Search = { line in
        guard line.contains("fatal error: '"), let end = line.firstRange(of: "' file not found") else { return nil }
        return line[..<end.lowerBound].split(separator: "'").last.map { .missingHeader(String($0)) }
    }

    private static let buildPathInLibrary: Search = { line in
        line.contains("left a path of the build in `") && line.contains(".dylib`") ? .buildPathInLibrary : nil
    }

    private static let undeclaredFunction: Search = { line in
        guard let place = line.firstRange(of: "include the header <") else { return nil }
        let header = String(line[place.upperBound...].prefix { $0 != ">" })
        return header.isEmpty ? nil : .undeclaredFunction(header: header)
    }

    private static let refusedFlag: Search = { line in
        let marks = [
            "unknown argument: '", "optimization flag '", "unsupported option '", "unrecognized command-line option",
        ]
        return line.contains("error:") && marks.contains(where: line.contains) ? .refusedFlag : nil
    }

    private static let missingManualTool: Search = { line in
        let marks = ["is missing on your system", "not found", "No such file"]
        let tools = ["makeinfo", "help2man", "texi2dvi", "xmlto", "docbook", "pod2man", "asciidoc", "a2x"]
        return marks.contains(where: line.contains) && tools.contains(where: line.contains) ? .missingManualTool : nil
    }

    private static let fatalWarning: Search = { line in
        guard let mark = line.firstRange(of: "[-Werror,-W") else { return nil }
        let name = line[mark.upperBound...].prefix { $0 != "]" && $0 != "," }
        return name.isEmpty ? nil : .fatalWarning(String(name))
    }
}
