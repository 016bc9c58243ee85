import Basics
import Packages

/// The words and paths of a pkg-config file, with the values of its variables.
struct PkgConfigExpansion {
    typealias Line = PkgConfigFile.Line

    private(set) var variables: [String: Line] = [:]
    private(set) var fields: [String: Line] = [:]
    /// The file's own folder, the value of `${pcfiledir}`.
    private let folder: [String]

    init(_ text: String, at path: RelativePath) {
        folder = path.components.dropLast()
        for line in PkgConfigFile(text).lines {
            switch line.kind {
            case .variable(let name): variables[name] = line
            case .field(let keyword): fields[keyword] = line
            case .other: break
            }
        }
    }

    /// Returns the words of a field, with variables expanded.
    func words(of field: Line) -> [String] {
        var expansion = Expansion(variables: variables)
        expansion.add(field.value.utf8[...], depth: 0)
        return expansion.result.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the path relative to the prefix; nil unless it starts with `${pcfiledir}` and is below the prefix.
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
