/// What a trial build installed, and what that says of the products.
public struct InstalledFiles: Hashable, Sendable {
    /// Paths below the prefix, links left out.
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

    /// The header that a compiler's error is about, where the error stands right behind its inclusion: a template,
    /// which makes sense only in the midst of another header. Nil when the log speaks of no such place.
    public func template(blamedIn log: [String]) -> String? {
        for line in log where line.contains(": error: ") {
            let parts = line.split(separator: ":")
            guard parts.count > 2, let place = parts[0].firstRange(of: "include/"), let number = Int(parts[1]) else {
                continue
            }
            let path = "include/" + parts[0][place.upperBound...]
            let lines = (headers[path] ?? "").split(separator: "\n", omittingEmptySubsequences: false)
            let before = lines.prefix(number).suffix(3).reversed()
            guard let name = before.lazy.compactMap(Self.included).first else { continue }
            let folder = path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
            return [folder.isEmpty ? name : "\(folder)/\(name)", name].first { headers["include/" + $0] != nil }
        }
        return nil
    }

    /// The headers that no importer of the module gets, where a step's log says that: no target's compiler takes them
    /// by themselves, and no other header includes them.
    public static func unreached(toldBy log: [String]) -> [String] {
        log.filter { $0.hasPrefix("error: `import ") && $0.contains(" does not reach ") }.flatMap { line in
            line.matches(of: /`([^`]+)`(?= \(|,|$)/).map { String($0.1) }
        }
    }

    /// What a line includes.
    private static func included(_ line: Substring) -> String? {
        let words = line.split { $0 == " " || $0 == "\t" || $0 == "#" }
        guard line.contains("#"), words.first == "include", words.count > 1 else { return nil }
        return words[1].trimmingPrefix("\"").split(separator: "\"").first.map(String.init)
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
