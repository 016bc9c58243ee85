import Basics
import Documents

/// Checks the parts that a user reads first: summary, homepage, license.
struct MetadataLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        if let summary = recipe.summary { check(summary, name: recipe.name?.value.string, &findings) }
        if let homepage = recipe.homepage {
            if homepage.value.isPlain {
                findings.add(
                    .plainHTTP, "the homepage is fetched without encryption", at: homepage.mark, hint: "write `https:`")
            }
        } else {
            findings.add(.noHomepage, "this recipe has no `homepage`", at: recipe.name?.mark)
        }
        if let license = recipe.license { checkPlus(license, &findings) }
        checkFiles(recipe.licenseFiles ?? [], &findings)
    }

    private func check(_ summary: Located<String>, name: String?, _ findings: inout [LintFinding]) {
        let text = summary.value
        if text.hasSuffix(".") {
            findings.add(.summaryStyle, "a summary must not end with a full stop", at: summary.mark)
        }
        if text.count > 80 {
            findings.add(.summaryStyle, "this summary has \(text.count) characters, more than 80", at: summary.mark)
        }
        let first = text.prefix { !$0.isWhitespace && $0 != ":" && $0 != "," }
        if let name, first.lowercased() == name {
            findings.add(
                .summaryStyle, "this summary begins with the library's name", at: summary.mark,
                hint: "describe the library: its name is shown beside the summary")
        }
    }

    private func checkPlus(_ license: Located<LicenseExpression>, _ findings: inout [LintFinding]) {
        for word in license.value.string.split(whereSeparator: { " ()".contains($0) })
        where word.hasSuffix("-only+") || word.hasSuffix("-or-later+") {
            findings.add(
                .licensePlus, "`\(word)` repeats its range of versions", at: license.mark, hint: "leave out the `+`")
        }
    }

    private func checkFiles(_ files: [Located<RelativePath>], _ findings: inout [LintFinding]) {
        let words = ["licen", "copying", "copyright", "notice", "unlicense"]
        let isText = { (file: Located<RelativePath>) in words.contains { file.value.name.lowercased().contains($0) } }
        guard let first = files.first, !files.contains(where: isText) else { return }
        findings.add(
            .licenseFile, "none of these files has the usual name of a license text", at: first.mark,
            hint: "name the file that holds the license: often `COPYING` or `LICENSE`")
    }
}

extension WebAddress {
    /// Whether the resource at the address is fetched without encryption.
    var isPlain: Bool { string.hasPrefix("http:") }
}
