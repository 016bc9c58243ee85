import Basics
import Foundation
import Packages

/// Checks a prefix: `lib`, `include`, pkg-config and CMake files, which must work from any folder.
struct PrefixCheck {
    var files: PackageFiles

    func run(_ findings: inout CheckFindings) {
        files.checkCommon(&findings)
        for path in files.files(below: nil) {
            if path.name.hasSuffix(".a") {
                _ = ArchiveFacts(CheckedFile(files: files, path: path), into: &findings)
            } else if path.name == "module.modulemap" {
                _ = ModuleMapCheck(files: files, path: path).run(into: &findings)
            } else if path.name.hasSuffix(".pc") {
                check(pkgConfig: path, &findings)
            } else if path.name.hasSuffix(".cmake") {
                checkPaths(cmake: path, &findings)
            } else if path.name.hasSuffix(".la") {
                findings.add(.libtoolFile, "`\(path.name)` is a libtool file", file: path)
            }
        }
    }

    private func text(_ path: RelativePath) -> String? {
        (try? files.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }

    // MARK: pkg-config

    private func check(pkgConfig path: RelativePath, _ findings: inout CheckFindings) {
        guard let text = text(path) else { return }
        let file = PkgConfigExpansion(text, at: path)
        if let prefix = file.variables["prefix"], prefix.value.hasPrefix("/") {
            findings.add(
                .pkgConfigPrefix, "`prefix` is the absolute path `\(prefix.value)`", file: path, line: prefix.number)
        }
        for key in ["Libs", "Cflags"] {
            guard let field = file.fields[key] else { continue }
            checkFolders(file, field, path, &findings)
            if key == "Libs" { checkLibraries(file, field, path, &findings) }
        }
        for key in ["Libs.private", "Requires.private"] {
            guard let field = file.fields[key], !field.value.isEmpty else { continue }
            findings.add(.pkgConfigPrivate, "`\(key)` names `\(field.value)`", file: path, line: field.number)
        }
    }

    /// Checks that the folders of `-L` and `-I` below the prefix exist.
    private func checkFolders(
        _ file: PkgConfigExpansion, _ field: PkgConfigExpansion.Line, _ path: RelativePath,
        _ findings: inout CheckFindings
    ) {
        for word in file.words(of: field) where word.hasPrefix("-L") || word.hasPrefix("-I") {
            guard let folder = file.path(String(word.dropFirst(2))), !files.isFolder(folder) else { continue }
            findings.add(.pkgConfigFolder, "folder `\(folder)` does not exist", file: path, line: field.number)
        }
    }

    /// Checks that a library with the file's own name is in one of the field's folders. Other libraries may be the
    /// system's or another package's.
    private func checkLibraries(
        _ file: PkgConfigExpansion, _ field: PkgConfigExpansion.Line, _ path: RelativePath,
        _ findings: inout CheckFindings
    ) {
        let words = file.words(of: field)
        let folders = words.filter { $0.hasPrefix("-L") }.compactMap { file.path(String($0.dropFirst(2))) }
        guard !folders.isEmpty, let first = words.first(where: { $0.hasPrefix("-l") })?.dropFirst(2) else { return }
        let names = ["lib\(first).a", "lib\(first).so", "lib\(first).dylib", "\(first).lib"]
        let isThere = folders.contains { folder in
            names.contains { name in RelativePath(name).map { files.isFile(folder.appending($0)) } ?? true }
        }
        if !isThere {
            findings.add(
                .pkgConfigLibrary, "library `\(first)` is in none of the folders", file: path, line: field.number)
        }
    }

    // MARK: CMake

    /// Checks for absolute paths outside the system's folders: they are paths of the build machine.
    private func checkPaths(cmake path: RelativePath, _ findings: inout CheckFindings) {
        guard let text = text(path) else { return }
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard !line.drop(while: \.isWhitespace).hasPrefix("#"),
                let word = line.split(whereSeparator: { " \";()=".contains($0) }).first(where: Self.isForeign)
            else { continue }
            findings.add(.buildPath, "`\(path.name)` names `\(word)`", file: path, line: index + 1)
            return
        }
    }

    private static let system = ["/usr/lib", "/usr/include", "/lib", "/System/", "/Library/"]

    private static func isForeign(_ word: Substring) -> Bool {
        word.hasPrefix("/") && word.dropFirst().contains("/") && !word.hasPrefix("//")
            && !system.contains(where: word.hasPrefix)
    }
}
