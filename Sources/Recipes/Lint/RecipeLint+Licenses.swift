import Basics
import Documents

extension RecipeLint {
    /// The same with what there is to say of the license files once the source is there.
    ///
    /// - Parameter held: of each file of `licenses` that the source has, the SPDX identifiers of the licenses whose
    ///   texts it holds. Those of GNU licenses end with their version.
    public func adding(licenseTexts held: [RelativePath: [String]]) -> RecipeLint {
        var found = LintFindings()
        for file in licenseFiles where held[file.value] == nil {
            found.add(.missingLicense, "the source has no file `\(file.value)`", at: file.mark)
        }
        let texts = Set(held.values.joined()).sorted()
        if let license, !texts.isEmpty, !license.value.names(oneOf: texts) {
            found.add(
                .licenseText, "the files of `licenses` hold the text of \(Words.list(texts)), which is not named here",
                at: license.mark)
        }
        return adding(found.all)
    }
}

extension LicenseExpression {
    /// Whether one of these licenses is among its own. `GPL-2.0` is named by `GPL-2.0-only` and `GPL-2.0-or-later`.
    fileprivate func names(oneOf licenses: [String]) -> Bool {
        string.split(whereSeparator: { " ()+".contains($0) }).contains { word in
            licenses.contains { word == $0 || word == "\($0)-only" || word == "\($0)-or-later" }
        }
    }
}
