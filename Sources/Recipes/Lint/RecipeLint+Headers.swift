import Basics
import Documents
import ModuleMaps

extension RecipeLint {
    /// Returns the public headers that the source contains before a build. A build may generate further public headers.
    ///
    /// - Parameter files: all files of the source.
    public func sourceHeaders(among files: [RelativePath]) -> [SourceHeader] {
        guard let patterns = products?.value.headers else { return [] }
        return SourceHeader.all(of: patterns, among: files.filter { $0.name.hasSuffix(".h") })
    }

    /// Returns this review with a remark about each header that a public header includes, but that no pattern of
    /// `products` matches.
    ///
    /// - Parameters:
    ///   - texts: the public headers' texts.
    ///   - files: all files of the source.
    public func adding(headerTexts texts: [SourceHeader: String], among files: [RelativePath]) -> RecipeLint {
        guard let products else { return self }
        let there = Set(files)
        var found = [LintFinding]()
        var reported: Set<RelativePath> = []
        for (header, text) in texts.sorted(by: { $0.key.path < $1.key.path }) {
            for line in Array(text.utf8).split(separator: 0x0A) {
                guard let name = IncludeLine(line)?.name, let other = header.including(name, among: there),
                    reported.insert(other).inserted,
                    !products.value.headers.contains(where: { $0.matches(other) })
                else { continue }
                found.add(
                    .uncoveredHeader, "`\(header.path)` includes `\(other)`, which `headers` does not list",
                    at: products.mark, hint: "list it there, or under `textual` if it does not compile alone")
            }
        }
        return adding(found)
    }
}

/// A public header in the source.
public struct SourceHeader: Hashable, Sendable {
    /// The path below `include`.
    public let path: RelativePath
    /// The path in the source.
    public let file: RelativePath

    /// The folder of the source that becomes `include`; nil for the source's root.
    private var root: RelativePath? {
        let count = file.components.count - path.components.count
        return RelativePath(file.components.prefix(count).joined(separator: "/"))
    }

    /// Returns the header that this header includes as `name`, as a path below `include`; nil if the source does not
    /// have it.
    func including(_ name: String, among files: Set<RelativePath>) -> RelativePath? {
        guard let name = RelativePath(name) else { return nil }
        let beside = path.parent.map { $0.appending(name) } ?? name
        return [beside, name].first { path in files.contains(root.map { $0.appending(path) } ?? path) }
    }

    /// Returns, for each pattern, the matching headers below one folder. Of several folders with matching headers, it
    /// chooses one named `include`, and otherwise the one nearest to the source's root.
    static func all(of patterns: [HeaderPattern], among files: [RelativePath]) -> [SourceHeader] {
        patterns.flatMap { pattern -> [SourceHeader] in
            let found = files.flatMap { file in endings(of: file).filter { pattern.matches($0.path) } }
            let roots = Dictionary(grouping: found, by: \.root)
            // This leaves out private headers of programs and tests, which usually have other folders than the library.
            let best = roots.min { rank($0.key) < rank($1.key) }
            return best?.value ?? []
        }.uniqued()
    }

    /// Returns a header for each folder above the file, as if this folder became `include`.
    private static func endings(of file: RelativePath) -> [SourceHeader] {
        let parts = file.components
        return parts.indices.compactMap { start in
            RelativePath(parts[start...].joined(separator: "/")).map { SourceHeader(path: $0, file: file) }
        }
    }

    /// Returns the sort key of a folder: a folder named `include` comes first, then those with fewer folders above.
    private static func rank(_ root: RelativePath?) -> (Int, Int, String) {
        guard let root else { return (1, 0, "") }
        return (root.name == "include" ? 0 : 1, root.components.count, root.string)
    }
}
