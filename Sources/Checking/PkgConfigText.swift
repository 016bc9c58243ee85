import Basics
import Foundation

/// A pkg-config file as written: `name=value` and `Key: value`. Source: `pkg-config(1)`.
struct PkgConfigText {
    var variables: [String: Line] = [:]
    var fields: [String: Line] = [:]
    /// The file's own folder, the value of `${pcfiledir}`.
    private var folder: [String]

    struct Line: Hashable {
        var value: String
        /// The line, from 1.
        var line: Int
    }

    init(_ text: String, at path: RelativePath) {
        folder = path.components.dropLast()
        var (rest, number) = (text[...], 0)
        while !rest.isEmpty {
            let line = rest.prefix { !$0.isNewline }
            rest = rest[line.endIndex...].dropFirst()
            number += 1
            guard !line.hasPrefix("#"), let mark = line.firstIndex(where: { $0 == ":" || $0 == "=" }) else { continue }
            let name = line[..<mark].trimmingCharacters(in: .whitespaces)
            let value = line[line.index(after: mark)...].trimmingCharacters(in: .whitespaces)
            let found = Line(value: value, line: number)
            if line[mark] == "=" { variables[name] = found } else { fields[name] = found }
        }
    }

    /// Returns the words of a field, with variables expanded.
    func words(of field: Line) -> [String] {
        var expansion = Expansion(variables: variables)
        expansion.add(field.value.utf8[...], depth: 0)
        return expansion.result.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a path below the prefix; nil for other paths.
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

    /// Expands variables; `${pcfiledir}` and undefined variables stay. Limits stop cyclic references, and results that
    /// are longer than any real line.
    private struct Expansion {
        let variables: [String: Line]
        var result: [UInt8] = []
        private var lookups = 0

        private static let longest = 65536

        init(variables: [String: Line]) { self.variables = variables }

        mutating func add(_ text: Substring.UTF8View, depth: Int) {
            var rest = text
            while !rest.isEmpty, result.count < Self.longest {
                if let (name, behind) = Self.reference(rest), let line = variables[name], depth < 8, lookups < 4096 {
                    lookups += 1
                    add(line.value.utf8[...], depth: depth + 1)
                    rest = behind
                } else {
                    let end = rest.dropFirst().firstIndex(of: UInt8(ascii: "$")) ?? rest.endIndex
                    result += rest[..<end].prefix(Self.longest - result.count)
                    rest = rest[end...]
                }
            }
        }

        /// Returns the name in `${name}`, and the rest. A name has at most 256 bytes and contains no other reference.
        private static func reference(
            _ text: Substring.UTF8View
        ) -> (name: String, behind: Substring.UTF8View)? {
            guard text.starts(with: "${".utf8) else { return nil }
            let name = text.dropFirst(2).prefix(256)
            guard let end = name.firstIndex(where: { "$}".utf8.contains($0) }), name[end] == UInt8(ascii: "}") else {
                return nil
            }
            return (String(Substring(name[..<end])), text[name.index(after: end)...])
        }
    }
}
