import Basics

extension PackageDifference {
    /// Returns the differences for programs: keys sorted.
    public func json() throws -> String { try jsonText() }

    /// Returns the differences for people: `+` for additions, `-` for removals, `~` for changes. Empty when nothing
    /// differs.
    public func text(mostNames: Int = 20) -> String {
        var lines = removedSlices.map { "- \($0)" } + addedSlices.map { "+ \($0)" }
        for slice in slices { lines += slice.lines(mostNames: mostNames) }
        lines += Self.names(removedHeaders, "- header ", mostNames) + Self.names(addedHeaders, "+ header ", mostNames)
        lines += Self.names(changedHeaders, "~ header ", mostNames)
        lines += Self.names(removedFiles, "- file ", mostNames) + Self.names(addedFiles, "+ file ", mostNames)
        lines += Self.names(changedFiles, "~ file ", mostNames)
        lines += (records + inputs).map { "~ \($0.name): \($0.words)" }
        if isOnlyOfTools { lines.append("only tools differ") }
        return lines.map { $0.onOneLine + "\n" }.joined()
    }

    static func names(_ names: [String], _ mark: String, _ most: Int) -> [String] {
        let rest = names.count - most
        return names.prefix(most).map { mark + $0 } + (rest > 0 ? ["\(mark)… \(rest) more"] : [])
    }
}

extension PackageDifference.Change {
    var words: String { "\(old.isEmpty ? "nothing" : "`\(old)`") to \(new.isEmpty ? "nothing" : "`\(new)`")" }
}

extension PackageDifference.Slice {
    func lines(mostNames: Int) -> [String] {
        var lines = ["~ \(name)"]
        if oldSize != newSize { lines.append("    size: \(oldSize) to \(newSize) bytes (\(percent))") }
        lines += changes.map { "    \($0.name): \($0.words)" }
        if !removedSymbols.isEmpty {
            lines.append(
                "    warning: \(removedSymbols.count) symbols were removed: code that uses them no longer links")
        }
        lines += PackageDifference.names(removedSymbols, "    - ", mostNames)
        return lines + PackageDifference.names(addedSymbols, "    + ", mostNames)
    }

    private var percent: String {
        guard oldSize > 0 else { return "new" }
        let tenths = Int((Double(newSize - oldSize) * 1000 / Double(oldSize)).rounded())
        return "\(tenths < 0 ? "-" : "+")\(abs(tenths) / 10).\(abs(tenths) % 10) %"
    }
}
