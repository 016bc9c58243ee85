import Basics

/// Gathers what checks of one package find.
struct Findings {
    let package: String
    var all: [CheckFinding] = []
    /// How many pairs of words may still be compared: a package can list any number of them.
    private var comparisons = 20000

    init(_ files: PackageFiles) { package = files.name }

    /// - Parameters:
    ///   - file: below the package.
    ///   - place: where in the file.
    ///   - cure: better words than the check's own.
    mutating func add(
        _ check: Check, _ message: String, file: RelativePath? = nil, at place: String? = nil, cure: String? = nil
    ) {
        all.append(
            CheckFinding(
                check: check, severity: check.severity, package: package, file: file?.string,
                place: place?.withoutControls.shortened, message: message.withoutControls.shortened,
                cure: (cure ?? check.cure).withoutControls.shortened))
    }

    /// What somebody most likely meant; nil as well when there are too many to ask for.
    mutating func nearest(to word: String, among known: [String]) -> String? {
        comparisons -= known.count
        guard comparisons >= 0 else { return nil }
        return Suggestion.nearest(to: word, among: known)
    }
}

extension String {
    /// What stands in packages of anyone, as a line for a terminal:
    /// nothing in it moves the cursor or turns the text round.
    var withoutControls: String {
        guard unicodeScalars.contains(where: Self.isControl) else { return self }
        return String(String.UnicodeScalarView(unicodeScalars.map { Self.isControl($0) ? "\u{FFFD}" : $0 }))
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }

    /// Its first thousand characters.
    fileprivate var shortened: String {
        let start = unicodeScalars.prefix(1000)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
    }
}
