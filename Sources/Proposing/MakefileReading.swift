import Basics
import Recipes

/// Reads the makefile of a library that has no other build system. The proposed build runs `make` with the names of the
/// archives, and then the rule that installs only headers, if there is one, or else `install`.
struct MakefileReading {
    let listing: SourceListing

    func proposed(choices: inout [Choice]) -> ProposedBuild? {
        guard let file = ["GNUmakefile", "makefile", "Makefile"].first(where: listing.has),
            let text = listing.texts[file]
        else { return nil }
        let rules = Self.rules(of: text)
        let archives = Self.installed(self.archives(rules, text), text)
        let installs = Self.installs(rules)
        guard !archives.isEmpty, !installs.isEmpty else { return nil }
        var build = ProposedBuild(.script)
        build.inSource = true
        let tools = ["CC=${CC}", "AR=${AR}", "RANLIB=${RANLIB}", "CFLAGS=${CFLAGS}", "LDFLAGS=${LDFLAGS}"]
        let install =
            [["make"] + installs + ["PREFIX=${PREFIX}", "prefix=${PREFIX}", "DESTDIR=${DESTDIR}"] + tools]
            + (installs == ["install"] ? [] : Self.copies(archives))
        build.steps = [
            ProposedBuild.Step(name: "build", commands: [["make"] + archives + tools]),
            ProposedBuild.Step(name: "install", commands: install),
        ]
        choices.append(Choice("make", archives.joined(separator: " "), "archives among the rules of `\(file)`"))
        choices.append(
            Choice("install", installs.joined(separator: " "), "the most specific rule of `\(file)` that installs"))
        return build
    }

    /// Returns the archives that the makefile's install commands name; all archives if the commands name none.
    private static func installed(_ archives: [String], _ text: String) -> [String] {
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("\t") && $0.contains("DESTDIR") }
        let named = archives.filter { archive in commands.contains { $0.contains(archive) } }
        return named.isEmpty ? archives : named
    }

    /// Returns commands that copy only the archives. The makefile's `install` rule is not used for them, because it may
    /// require shared libraries too.
    private static func copies(_ archives: [String]) -> [[String]] {
        let folder = "${DESTDIR}${PREFIX}/lib"
        return [["mkdir", "-p", folder], ["cp"] + archives + [folder]]
    }

    /// Returns the names of the makefile's rules: the words before a colon, with variables unexpanded.
    private static func rules(of text: String) -> [String] {
        text.split(separator: "\n").flatMap { line -> [String] in
            guard let first = line.first, first != "\t", first != "#", let colon = line.firstIndex(of: ":"),
                !line[colon...].hasPrefix(":="), !line[..<colon].contains("=")
            else { return [] }
            return line[..<colon].split(separator: " ").map(String.init)
        }
    }

    private func archives(_ rules: [String], _ text: String) -> [String] {
        let all = rules.filter { $0.hasPrefix("lib") && $0.hasSuffix(".a") && !$0.contains("%") }
        let named = rules.filter { $0.hasPrefix("$(") && $0.hasSuffix(")") }.compactMap { rule -> String? in
            let name = rule.dropFirst(2).dropLast()
            let line = text.split(separator: "\n").first {
                $0.split(whereSeparator: { " :=".contains($0) }).first == name
            }
            guard let word = line?.split(whereSeparator: { " \t:=".contains($0) }).last, word.hasPrefix("lib"),
                word.hasSuffix(".a")
            else { return nil }
            return String(word)
        }
        return (all + named).uniqued()
    }

    private static func installs(_ rules: [String]) -> [String] {
        let headers = rules.first { ["install-include", "install-headers", "install-hdr"].contains($0) }
        if let headers { return [headers] }
        return rules.contains("install") ? ["install"] : []
    }
}
