import Basics
import Foundation

/// A pkg-config file as it stands: `name=value` and `Key: value`. Source: `pkg-config(1)`.
struct PkgConfigText {
    var variables: [String: Line] = [:]
    var fields: [String: Line] = [:]
    /// The file's own folder, which `${pcfiledir}` stands for.
    private var folder: [String]

    struct Line: Hashable {
        var value: String
        /// From 1.
        var line: Int
    }

    init(_ text: String, at path: RelativePath) {
        folder = path.components.dropLast()
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            guard !line.hasPrefix("#"), let mark = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else { continue }
            let name = line[..<mark].trimmingCharacters(in: .whitespaces)
            let value = line[line.index(after: mark)...].trimmingCharacters(in: .whitespaces)
            let found = Line(value: value, line: index + 1)
            if line[mark] == "=" { variables[name] = found } else { fields[name] = found }
        }
    }

    /// The words of a field, variables put in.
    func words(of field: Line) -> [String] { expanded(field.value, depth: 0).split(separator: " ").map(String.init) }

    /// A path below the prefix; nil for one of somebody else.
    func path(_ text: String) -> RelativePath? {
        guard text.hasPrefix("${pcfiledir}") else { return nil }
        var parts = folder
        for part in text.dropFirst("${pcfiledir}".count).split(separator: "/") where part != "." {
            if part == ".." {
                guard parts.popLast() != nil else { return nil }
            } else {
                parts.append(String(part))
            }
        }
        return RelativePath(parts.joined(separator: "/"))
    }

    /// `${pcfiledir}` stays; variables that name each other in a circle end somewhere.
    private func expanded(_ text: String, depth: Int) -> String {
        guard depth < 8 else { return text }
        var result = text
        for (name, line) in variables where text.contains("${\(name)}") {
            result = result.replacing("${\(name)}", with: line.value)
            guard result.utf8.count < 65536 else { return text }
        }
        return result == text ? text : expanded(result, depth: depth + 1)
    }
}
