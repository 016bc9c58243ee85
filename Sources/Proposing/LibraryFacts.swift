import Basics

/// Derives the name, version, summary and module name of a library from its source and its files.
public struct LibraryFacts: Hashable, Sendable {
    /// Returns the library's name and version from the file name of a source archive: `libogg-1.3.5.tar.xz`,
    /// `v1.2.3.tar.gz`, `json-c_0.18+ds.orig.tar.xz`. The version is nil if the file name contains none.
    public static func named(by file: String) -> (name: String, version: Version?) {
        var stem = file[...]
        for suffix in [
            ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".tar.lz", ".tgz", ".txz", ".tbz2", ".zip", ".tar",
        ]
        where stem.hasSuffix(suffix) {
            stem = stem.dropLast(suffix.count)
            break
        }
        if stem.hasSuffix(".orig") { stem = stem.dropLast(5) }
        for index in stem.indices.dropFirst() where stem[index].isNumber {
            let before = stem[stem.index(before: index)]
            let start = before == "v" ? stem.index(before: index) : index
            let separator = start > stem.startIndex ? stem[stem.index(before: start)] : "-"
            guard "-_".contains(separator), let version = Version(String(stem[index...])) else { continue }
            let name = start > stem.startIndex ? stem[..<stem.index(before: start)] : ""
            return (String(name), version)
        }
        return (String(stem), nil)
    }

    /// Returns the version in the project declaration of a build file, and the file as the reason; nil if there is
    /// none.
    public static func version(in listing: SourceListing) -> (version: Version, reason: String)? {
        let places = [
            ("configure.ac", "AC_INIT"), ("configure.in", "AC_INIT"), ("CMakeLists.txt", "project("),
            ("CMakeLists.txt", "PROJECT("), ("meson.build", "project("),
        ]
        for (path, mark) in places {
            guard let text = listing.texts[path], let place = text.firstRange(of: mark) else { continue }
            let words = text[place.upperBound...].prefix(300).prefix { $0 != ")" }
                .split { " \t\n,[]()'\":".contains($0) }
            for word in words where word.contains(".") {
                if let version = Version(String(word)) { return (version, "`\(path)`") }
            }
        }
        return nil
    }

    /// Returns a summary that xbuild's checks of recipes accept: without a full stop at the end, without the library's
    /// name at the start, at most 80 characters.
    public static func summary(_ text: String?, name: String) -> String {
        let line = (text ?? "").split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        var words = line.split(separator: " ").map(String.init)
        if let first = words.first,
            first.lowercased().filter({ $0.isLetter || $0.isNumber || $0 == "-" }) == name.lowercased()
        {
            words.removeFirst()
            while let next = words.first, ["is", "-", "a", "an", "the", "library", "--"].contains(next.lowercased()) {
                if words.count == 1 { break }
                words.removeFirst()
            }
        }
        var result = ""
        for word in words {
            guard result.count + word.count < 79 else { break }
            result += (result.isEmpty ? "" : " ") + word
        }
        while let last = result.last, ".,;:".contains(last) { result.removeLast() }
        return result.isEmpty ? "the C library of that name" : result
    }

    /// Returns the module's name: the archive's name without `lib` and `.a`, or the library's name if the former is not
    /// a valid module name.
    public static func module(library: String, archive: String) -> String {
        let stem = archive.dropFirst(3).dropLast(2).map { $0.isLetter || $0.isNumber ? $0 : "_" }
        let name = library.map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return [String(stem), String(name), "C" + String(stem)].first { ModuleName($0) != nil } ?? "library"
    }
}
