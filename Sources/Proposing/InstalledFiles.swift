/// The files that a trial build installed. Methods derive a recipe's products from them.
public struct InstalledFiles: Hashable, Sendable {
    /// The paths of files below the prefix; symbolic links are left out.
    public let paths: [String]
    /// The texts of `.pc` files, by path.
    public let packages: [String: String]
    /// The texts of headers, by path.
    public let headers: [String: String]

    public init(paths: [String], packages: [String: String], headers: [String: String] = [:]) {
        self.paths = paths.sorted()
        self.packages = packages
        self.headers = headers
    }

    /// Returns the installed header that a header includes in this line or one of the two lines before; nil when there
    /// is none. If the compiler reports an error in this line, the included header is a template, which is valid only
    /// inside the header that includes it.
    ///
    /// - Parameter path: the path of the including header below the prefix.
    func template(before line: Int, of path: String) -> String? {
        let lines = (headers[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
        let before = lines.prefix(max(0, line)).suffix(3).reversed()
        guard let name = before.lazy.compactMap(Self.included).first else { return nil }
        let folder = path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
        return [folder.isEmpty ? name : "\(folder)/\(name)", name].first { headers["include/" + $0] != nil }
    }

    /// Returns the file name in an `#include "…"` line; nil for other lines.
    private static func included(_ line: Substring) -> String? {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == "#" }
        guard line.contains("#"), words.first == "include", words.count > 1 else { return nil }
        return words[1].trimmingPrefix("\"").split(separator: "\"").first.map(String.init)
    }

    /// Returns the names of the archives in `lib`, in their order in `.pc` files. Archives that no `.pc` file names
    /// come last.
    public func libraries(of library: String) -> [String] {
        let all = paths.compactMap { path -> String? in
            let parts = path.split(separator: "/")
            guard parts.count == 2, parts[0] == "lib", parts[1].hasPrefix("lib"), parts[1].hasSuffix(".a") else {
                return nil
            }
            return String(parts[1])
        }
        return all.sorted { (rank($0), $0) < (rank($1), $1) }
    }

    /// Returns the position of an archive's `-l` flag in the first `.pc` file that contains it. A `.pc` file names a
    /// library before its dependencies.
    private func rank(_ archive: String) -> Int {
        let flag = "-l" + archive.dropFirst(3).dropLast(2)
        for text in packages.sorted(by: { $0.key < $1.key }).map(\.value) {
            let words = text.split(whereSeparator: \.isWhitespace)
            if let index = words.firstIndex(of: Substring(flag)) { return index }
        }
        return 1000
    }

    private var headerPaths: [[String]] {
        paths.compactMap { path in
            let parts = path.split(separator: "/").map(String.init)
            return parts.first == "include" && parts.count > 1 && path.hasSuffix(".h") ? Array(parts.dropFirst()) : nil
        }
    }

    /// Returns patterns for the public headers: the names of headers directly in `include` (`*.h` if there are more
    /// than eight), and a pattern for each subfolder.
    public func headers(of library: String) -> [String] {
        let top = headerPaths.filter { $0.count == 1 }.map { $0[0] }
        let main = Self.stem(library)
        let sorted = top.sorted { left, right in
            let (a, b) = (Self.stem(left) == main, Self.stem(right) == main)
            return a == b ? left < right : a
        }
        let folders = Set(headerPaths.filter { $0.count > 1 }.map { $0.dropLast().joined(separator: "/") })
        return (sorted.count > 8 ? ["*.h"] : sorted) + folders.sorted().map { $0 + "/*.h" }
    }

    /// Returns the letters and digits of a name without the prefix `lib` and the suffix `.h`: `libogg`, `ogg.h` and
    /// `ogg` have the same stem.
    private static func stem(_ name: String) -> String {
        let plain = (name.hasSuffix(".h") ? String(name.dropLast(2)) : name).lowercased().filter {
            $0.isLetter || $0.isNumber
        }
        return plain.hasPrefix("lib") && plain.count > 3 ? String(plain.dropFirst(3)) : plain
    }

    /// The system libraries to link: `m` if a `.pc` file contains `-lm`. Other system libraries are not separate on
    /// every system.
    public var links: [String] {
        packages.values.contains { $0.split(whereSeparator: \.isWhitespace).contains("-lm") } ? ["m"] : []
    }

    /// Returns the value of a field, such as `Description` or `URL`, from the first `.pc` file that has a value for it.
    public func field(_ name: String) -> String? {
        for text in packages.sorted(by: { $0.key < $1.key }).map(\.value) {
            for line in text.split(separator: "\n") where line.hasPrefix(name + ":") {
                let value = line.dropFirst(name.count + 1).drop(while: \.isWhitespace)
                if !value.isEmpty { return String(value) }
            }
        }
        return nil
    }
}
