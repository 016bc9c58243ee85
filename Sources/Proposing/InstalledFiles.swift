/// What a trial build installed, and what that says of the products.
public struct InstalledFiles: Hashable, Sendable {
    /// Paths below the prefix, links left out.
    public let paths: [String]
    /// The texts of `.pc` files, by path.
    public let packages: [String: String]

    public init(paths: [String], packages: [String: String]) {
        self.paths = paths.sorted()
        self.packages = packages
    }

    /// The archives in `lib`: that of the library's name last, since others of the same source seldom need each other.
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

    /// The order in which `.pc` files name them: a library stands before those it needs.
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

    /// Public headers: those at the top by their names, a pattern for each folder.
    public func headers(of library: String) -> [String] {
        let top = headerPaths.filter { $0.count == 1 }.map { $0[0] }
        let main = Self.stem(library)
        let sorted = top.sorted { left, right in
            let (a, b) = (Self.stem(left) == main, Self.stem(right) == main)
            return a == b ? left < right : a
        }
        var folders: [String] = []
        for parts in headerPaths where parts.count > 1 {
            let folder = parts.dropLast().joined(separator: "/")
            if !folders.contains(folder) { folders.append(folder) }
        }
        return (sorted.count > 8 ? ["*.h"] : sorted) + folders.sorted().map { $0 + "/*.h" }
    }

    /// Letters and digits without `lib` and a suffix: `libogg`, `ogg.h` and `ogg` are one.
    private static func stem(_ name: String) -> String {
        let plain = (name.hasSuffix(".h") ? String(name.dropLast(2)) : name).lowercased().filter {
            $0.isLetter || $0.isNumber
        }
        return plain.hasPrefix("lib") && plain.count > 3 ? String(plain.dropFirst(3)) : plain
    }

    /// What users must link besides: of the system's libraries only the one for mathematics is apart everywhere.
    public var links: [String] {
        packages.values.contains { $0.split(whereSeparator: \.isWhitespace).contains("-lm") } ? ["m"] : []
    }

    /// The value of a field of the first `.pc` file: `Description`, `URL`.
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
