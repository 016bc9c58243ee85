import Testing

@testable import Checking

/// Reads pkg-config files.
@Suite struct PkgConfigTextTests {
    private func words(_ text: String) -> [String] {
        let file = PkgConfigText(text, at: "lib/pkgconfig/z.pc")
        return file.fields["Libs"].map(file.words) ?? []
    }

    @Test func `lines are counted with any line ending`() {
        let file = PkgConfigText("\n\nprefix=/a\r\n# Libs: x\r\n\nLibs : -lz\rName:z", at: "z.pc")
        #expect(file.variables == ["prefix": PkgConfigText.Line(value: "/a", line: 3)])
        #expect(file.fields.mapValues(\.line) == ["Libs": 6, "Name": 7])
    }

    @Test func `nested variables are expanded, undefined ones stay`() {
        #expect(words("b=1\nab=2\nLibs: ${ab} ${none} ${a${b}} ${b ${") == ["2", "${none}", "${a1}", "${b", "${"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `unclosed variables are skipped`() {
        #expect(
            words("b=\nLibs: " + String(repeating: "${", count: 1_000_000)) == [String(repeating: "${", count: 32768)])
    }
}
