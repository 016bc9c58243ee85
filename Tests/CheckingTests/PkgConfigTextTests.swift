import Testing

@testable import Checking

/// Reads pkg-config files.
@Suite struct PkgConfigTextTests {
    private func words(_ text: String) -> [String] {
        let file = PkgConfigText(text, at: "lib/pkgconfig/z.pc")
        return file.fields["Libs"].map(file.words) ?? []
    }

    @Test("Lines are counted whatever ends them")
    func lines() {
        let file = PkgConfigText("\n\nprefix=/a\r\n# Libs: x\r\n\nLibs : -lz\rName:z", at: "z.pc")
        #expect(file.variables == ["prefix": PkgConfigText.Line(value: "/a", line: 3)])
        #expect(file.fields.mapValues(\.line) == ["Libs": 6, "Name": 7])
    }

    @Test("A name in a name is put in, and what nobody defines stays")
    func names() {
        #expect(words("b=1\nab=2\nLibs: ${ab} ${none} ${a${b}} ${b ${") == ["2", "${none}", "${a1}", "${b", "${"])
    }

    @Test("Openings without end are passed over", .timeLimit(.minutes(10)))
    func openings() {
        #expect(
            words("b=\nLibs: " + String(repeating: "${", count: 1_000_000)) == [String(repeating: "${", count: 32768)])
    }
}
