import Basics
import Documents

extension RecipeLint {
    /// Returns this review with remarks about the license files in the source.
    ///
    /// - Parameter held: the SPDX identifiers of the license texts in each file of `licenses` that the source has.
    ///   Identifiers of GNU licenses have no `-only` or `-or-later`.
    public func adding(licenseTexts held: [RelativePath: [String]]) -> RecipeLint {
        var found = [LintFinding]()
        for file in licenseFiles where held[file.value] == nil {
            found.add(.missingLicense, "the source has no file `\(file.value)`", at: file.mark)
        }
        let texts = Set(held.values.joined()).sorted()
        if let license, !texts.isEmpty, !license.value.names(oneOf: texts) {
            found.add(
                .licenseText,
                "the files of `licenses` hold the text of \(MessageText.list(texts)), which is not named here",
                at: license.mark)
        }
        return adding(found)
    }
}

extension LicenseExpression {
    /// Returns whether the expression names one of these licenses. `GPL-2.0-only` and `GPL-2.0-or-later` name
    /// `GPL-2.0`.
    fileprivate func names(oneOf licenses: [String]) -> Bool {
        string.split(whereSeparator: { " ()+".contains($0) }).contains { word in
            licenses.contains { word == $0 || word == "\($0)-only" || word == "\($0)-or-later" }
        }
    }
}
