import Basics
import Documents

extension RecipeLint {
    /// The public headers as far as they lie in the source as they are: others are made by a build.
    ///
    /// - Parameter files: all files of the source.
    public func sourceHeaders(among files: [RelativePath]) -> [SourceHeader] {
        guard let patterns = products?.value.headers else { return [] }
        return SourceHeader.all(of: patterns, among: files.filter { $0.name.hasSuffix(".h") })
    }

    /// The same with the headers that public ones include although no pattern of `products` names them.
    ///
    /// - Parameters:
    ///   - texts: the public headers' texts.
    ///   - files: all files of the source.
    public func adding(headerTexts texts: [SourceHeader: String], among files: [RelativePath]) -> RecipeLint {
        guard let products else { return self }
        let there = Set(files)
        var found = LintFindings()
        var told: Set<RelativePath> = []
        for (header, text) in texts.sorted(by: { $0.key.path < $1.key.path }) {
            for line in Array(text.utf8).split(separator: 0x0A) {
                guard let name = IncludeLine(line)?.name, let other = header.including(name, among: there),
                    told.insert(other).inserted,
                    !products.value.headers.contains(where: { $0.matches(other) })
                else { continue }
                found.add(
                    .uncoveredHeader, "`\(header.path)` includes `\(other)`, which `headers` does not name",
                    at: products.mark, hint: "name it there; `textual` holds those that cannot stand alone")
            }
        }
        return adding(found.all)
    }
}

/// A public header that lies in the source.
public struct SourceHeader: Hashable, Sendable {
    /// Its path below `include`.
    public let path: RelativePath
    /// Its path in the source.
    public let file: RelativePath

    /// The folder of the source that becomes `include`; nil for the source's own.
    private var root: RelativePath? {
        let count = file.components.count - path.components.count
        return RelativePath(file.components.prefix(count).joined(separator: "/"))
    }

    /// The path below `include` of the header that this one includes by that name, when it lies in the source.
    func including(_ name: String, among files: Set<RelativePath>) -> RelativePath? {
        guard let name = RelativePath(name) else { return nil }
        let beside = path.parent.map { $0.appending(name) } ?? name
        return [beside, name].first { path in files.contains(root.map { $0.appending(path) } ?? path) }
    }

    /// For each pattern the headers below one folder: of those that hold any the one nearest to the top.
    static func all(of patterns: [HeaderPattern], among files: [RelativePath]) -> [SourceHeader] {
        patterns.flatMap { pattern -> [SourceHeader] in
            let found = files.flatMap { file in endings(of: file).filter { pattern.matches($0.path) } }
            let roots = Dictionary(grouping: found, by: \.root)
            // Programs' and tests' own headers lie beside those of the library, not among them.
            let best = roots.min { rank($0.key) < rank($1.key) }
            return best?.value ?? []
        }.uniqued()
    }

    /// A file as a header of each folder above it.
    private static func endings(of file: RelativePath) -> [SourceHeader] {
        let parts = file.components
        return parts.indices.compactMap { start in
            RelativePath(parts[start...].joined(separator: "/")).map { SourceHeader(path: $0, file: file) }
        }
    }

    /// A folder named `include` comes first, then those with fewer folders above.
    private static func rank(_ root: RelativePath?) -> (Int, Int, String) {
        guard let root else { return (1, 0, "") }
        return (root.name == "include" ? 0 : 1, root.components.count, root.string)
    }
}
