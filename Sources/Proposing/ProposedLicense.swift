import Basics
import Licenses

/// A proposal's license, and the files that contain it.
public struct ProposedLicense: Hashable, Sendable {
    /// An SPDX expression; `LicenseRef-NAME` for a license that was not recognized.
    public var expression: String
    /// Paths in the source; at least one.
    public var files: [String]
    /// The evidence for the expression, or what the user must check.
    public var reason: String
    public var isRecognized: Bool

    /// The license of a source that is not fetched yet.
    public static func unread(_ name: PackageName) -> ProposedLicense {
        ProposedLicense(expression: own(name), files: ["README"], reason: "not read yet", isRecognized: false)
    }

    private init(expression: String, files: [String], reason: String, isRecognized: Bool) {
        (self.expression, self.files, self.reason, self.isRecognized) = (expression, files, reason, isRecognized)
    }

    /// Reads the license of a library from its license texts and from the notices in its sources. The listing must not be
    /// empty.
    init(of name: PackageName, in listing: SourceListing) {
        let files = listing.texts.sorted { ($0.key.count, $0.key) < ($1.key.count, $1.key) }
            .map { LicenseVerdict.File(path: $0.key, text: $0.value) }
        let texts = files.filter { SourceListing.isLicenseText($0.path) }
        if let verdict = LicenseVerdict(texts: texts, sources: files.filter { SourceListing.isSource($0.path) }) {
            self.init(
                expression: verdict.expression, files: verdict.files, reason: verdict.reason, isRecognized: true)
        } else if let text = texts.first {
            self.init(
                expression: Self.own(name), files: [text.path],
                reason: "no known license text was found; check the license", isRecognized: false)
        } else {
            let paths = listing.paths
            let file = paths.first(where: SourceListing.isReadme) ?? paths.first(where: SourceListing.isSource)
            self.init(
                expression: Self.own(name), files: [file ?? paths.first ?? "README"],
                reason: "the source has no license text; check `license` and `licenses`", isRecognized: false)
        }
    }

    /// After `LicenseRef-`, SPDX permits only letters, digits, `.` and `-`.
    private static func own(_ name: PackageName) -> String {
        "LicenseRef-" + name.string.map { "_+".contains($0) ? "-" : String($0) }.joined()
    }
}
