import Basics

/// Collects the findings in one package.
struct CheckFindings {
    let package: String
    var all: [CheckFinding] = []
    /// The remaining comparisons of words, since a package can list any number of them.
    private var comparisons = 20000

    init(_ files: PackageFiles) { package = files.name }

    /// - Parameters:
    ///   - file: the path below the package.
    ///   - place: the place in the file.
    ///   - cure: a more specific cure than the check's own.
    mutating func add(
        _ check: Check, _ message: String, file: RelativePath? = nil, at place: String? = nil, cure: String? = nil
    ) {
        all.append(
            CheckFinding(
                check: check, severity: check.severity, package: package, file: file?.string,
                place: place?.withoutControls.shortened, message: message.withoutControls.shortened,
                cure: (cure ?? check.cure).withoutControls.shortened))
    }

    /// Returns the nearest known word; nil when there is none, or when the comparisons are used up.
    mutating func nearest(to word: String, among known: [String]) -> String? {
        comparisons -= known.count
        guard comparisons >= 0 else { return nil }
        return Suggestion.nearest(to: word, among: known)
    }
}

extension String {
    /// The text of an untrusted package as one line for a terminal:
    /// characters that move the cursor or change the direction of text are replaced.
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

    /// The first thousand characters.
    fileprivate var shortened: String {
        let start = unicodeScalars.prefix(1000)
        return start.endIndex == unicodeScalars.endIndex ? self : String(start) + "…"
    }
}
