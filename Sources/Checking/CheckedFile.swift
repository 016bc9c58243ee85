import Basics

/// A file of a package that is being checked.
struct CheckedFile {
    var files: PackageFiles
    var path: RelativePath
}

extension PackageFiles {
    /// The path that a package's description names below a folder of it, or what is wrong with the text.
    func resolve(_ text: String, below folder: RelativePath? = nil) -> Named {
        var trimmed = Substring(text)
        while trimmed.hasSuffix("/"), trimmed.count > 1 { trimmed.removeLast() }
        while trimmed.hasPrefix("./") { trimmed.removeFirst(2) }
        if trimmed == "." || trimmed.isEmpty, let folder { return .path(folder) }
        guard let path = RelativePath(String(trimmed)) else { return .outside }
        return .path(folder.map { $0.appending(path) } ?? path)
    }

    /// A path that a description names.
    enum Named {
        case path(RelativePath)
        /// Absolute, or with `..` in it.
        case outside
    }

    /// Whether a license lies at the root or in a folder of licenses.
    var hasLicense: Bool {
        let words = ["license", "licence", "copying", "copyright", "notice"]
        return entries.keys.contains { path in
            let name = path.name.lowercased()
            let isNamed = words.contains(where: name.hasPrefix)
            return path.components.count <= 2 && (isNamed || path.components[0].lowercased().hasPrefix("license"))
        }
    }

    /// Links that cannot be followed, and a missing license: what is asked of every package.
    func checkCommon(_ findings: inout Findings) {
        for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard case .badLink(let target) = entry else { continue }
            findings.add(.linkOutside, "link `\(path)` leads to `\(target)`, out of the package", file: path)
        }
        if !hasLicense { findings.add(.licenseMissing, "the package has no license text") }
    }
}
