import Basics

/// Collects the findings in one package.
struct CheckFindings {
    let package: String
    var all: [CheckFinding] = []
    /// The form of the file that describes the package, if it has one.
    var form: DescriptionForm?
    /// The remaining number of comparisons of words. It is limited because a package can list any number of words.
    private var comparisons = 20000

    init(_ files: PackageFiles) { package = files.name }

    /// - Parameters:
    ///   - file: the path below the package.
    ///   - place: the place in the file.
    ///   - line: the line, which is the place in the report when `place` is nil.
    ///   - hint: a more specific hint than the check's own.
    mutating func add(
        _ check: Check, _ message: String, file: RelativePath? = nil, at place: String? = nil, line: Int? = nil,
        hint: String? = nil
    ) {
        let place = place ?? line.map { "line \($0)" }
        all.append(
            CheckFinding(
                check: check, severity: check.severity, package: package, file: file?.string,
                place: place?.onOneLine.shortened, message: message.onOneLine.shortened,
                hint: (hint ?? check.hint).onOneLine.shortened))
    }

    /// Adds a fault at a key of the file that describes the package.
    mutating func add(_ check: Check, _ message: String, key: String, hint: String? = nil) {
        add(check, message, file: form?.path, at: key, hint: hint)
    }

    /// Reports the unknown keys of a map in the file that describes the package.
    ///
    /// - Parameter prefix: the map's own key, with a dot.
    mutating func checkKeys(of map: [String: PlainValue], _ known: [String], at prefix: String) {
        guard let form else { return }
        for name in map.keys.sorted() where !known.contains(name) {
            let near = nearest(to: name, among: known)
            add(
                form.unknownKey, "`\(name)` is not a key of \(form.article) \(form.package)", key: prefix + name,
                hint: near.map { "write `\($0)`" })
        }
    }

    /// Returns the nearest known word; nil when there is none, or when the comparisons are used up.
    mutating func nearest(to word: String, among known: [String]) -> String? {
        comparisons -= known.count
        guard comparisons >= 0 else { return nil }
        return Suggestion.nearest(to: word, among: known)
    }
}

extension String {
    /// The first thousand characters.
    fileprivate var shortened: String {
        let start = unicodeScalars.prefix(1000)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
    }
}
