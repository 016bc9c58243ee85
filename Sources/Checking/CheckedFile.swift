import Basics

/// A file of a package under check.
struct CheckedFile {
    var files: PackageFiles
    var path: RelativePath
}

extension PackageFiles {
    /// Resolves a path in a package's description, relative to a folder of the package.
    func resolve(_ text: String, below folder: RelativePath? = nil) -> Named {
        var trimmed = text.utf8[...]
        while trimmed.count > 1, trimmed.last == UInt8(ascii: "/") { trimmed.removeLast() }
        while trimmed.starts(with: "./".utf8) { trimmed.removeFirst(2) }
        if trimmed.isEmpty || trimmed.elementsEqual(".".utf8) { return folder.map { .path($0) } ?? .root }
        guard let path = RelativePath(String(Substring(trimmed))) else { return .outside }
        return .path(folder.map { $0.appending(path) } ?? path)
    }

    /// The result of resolving a path.
    enum Named {
        case path(RelativePath)
        /// The package's own folder.
        case root
        /// An absolute path, or a path with `..`.
        case outside

        /// Returns whether a path is below this one.
        func holds(_ path: RelativePath) -> Bool {
            switch self {
            case .path(let folder): path.relative(to: folder) != nil
            case .root: true
            case .outside: false
            }
        }
    }

    /// Whether a license is at the root or in a folder of licenses.
    var hasLicense: Bool {
        let words = ["license", "licence", "copying", "copyright", "notice"]
        return entries.keys.contains { path in
            let name = path.name.lowercased()
            let isNamed = words.contains(where: name.hasPrefix)
            return path.components.count <= 2 && (isNamed || path.components[0].lowercased().hasPrefix("license"))
        }
    }

    /// Runs the checks for packages of every kind: links that cannot be followed, and a missing license.
    func checkCommon(_ findings: inout CheckFindings) {
        for (path, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard case .badLink(let target) = entry else { continue }
            findings.add(
                .linkOutside, "link `\(path)` leads to `\(target)`, which is not a file of the package", file: path)
        }
        if !hasLicense { findings.add(.licenseMissing, "the package has no license text") }
    }
}
