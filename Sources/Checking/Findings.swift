import Basics

/// Gathers what checks of one package find.
struct Findings {
    let package: String
    var all: [CheckFinding] = []

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
                check: check, severity: check.severity, package: package, file: file?.string, place: place,
                message: message, cure: cure ?? check.cure))
    }
}
