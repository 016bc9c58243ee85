import Recipes

/// Reads the switches of a `CMakeLists.txt`.
struct CMakeReading {
    let listing: SourceListing
    let library: String
    /// The folder of the top-level file; nil for the source's root.
    let folder: String?

    private var texts: [(path: String, text: String)] {
        listing.texts.filter { ($0.key.hasSuffix("CMakeLists.txt") || $0.key.hasSuffix(".cmake")) }
            .filter { file in folder.map { file.key.hasPrefix($0 + "/") } ?? true }
            .sorted { $0.key < $1.key }.map { (path: $0.key, text: $0.value) }
    }

    func proposed(choices: inout [Choice]) -> ProposedBuild {
        var build = ProposedBuild(.cmake)
        build.source = folder
        for (name, path) in switches {
            guard let (value, reason) = answer(name) else { continue }
            build.configure.append("-D\(name)=\(value)")
            choices.append(Choice("configure", "-D\(name)=\(value)", "\(reason): `\(path)`"))
        }
        return build
    }

    /// Returns a switch's proposed value; nil to keep its default.
    private func answer(_ name: String) -> (value: String, reason: String)? {
        if let contrary = CrossSwitch.negated(name) {
            return CrossSwitch.isNeedless(contrary, library: library) ? ("ON", "not part of the library") : nil
        }
        if CrossSwitch.isNeedless(name, library: library) { return ("OFF", "not part of the library") }
        let words = CrossSwitch.words(of: name, library: library).filter {
            !["build", "enable", "lib", "libs", "libraries", "library", "install"].contains($0)
        }
        switch words {
        case ["shared"] where name != "BUILD_SHARED_LIBS": return ("OFF", "only archives")
        case ["static"]: return ("ON", "only archives")
        default: return nil
        }
    }

    /// The names in `option(…)`, `cmake_dependent_option(…)` and `set(… CACHE BOOL …)`, each once, with the file's
    /// path.
    private var switches: [(name: String, path: String)] {
        var found: [(String, String)] = []
        var seen: Set<String> = []
        for (path, text) in texts {
            for line in text.split(separator: "\n") {
                guard let name = Self.declared(in: line), seen.insert(name).inserted else { continue }
                found.append((name, path))
            }
            let lower = text.lowercased()
            guard lower.contains("include(ctest)") || text.contains("BUILD_TESTING") else { continue }
            if seen.insert("BUILD_TESTING").inserted { found.append(("BUILD_TESTING", path)) }
        }
        return found
    }

    private static func declared(in line: Substring) -> String? {
        let words = line.split { " \t(\"".contains($0) }
        guard words.count >= 2, let first = words.first?.lowercased() else { return nil }
        let name = words[1]
        guard name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "_-".contains($0)) }) else { return nil }
        switch first {
        case "option", "cmake_dependent_option": return String(name)
        case "set": return words.contains("CACHE") && words.contains("BOOL") ? String(name) : nil
        default: return nil
        }
    }
}
