import Testing

@testable import Checking

/// Expands the variables of pkg-config files.
@Suite struct PkgConfigExpansionTests {
    private func words(_ text: String) -> [String] {
        let file = PkgConfigExpansion(text, at: "lib/pkgconfig/z.pc")
        return file.fields["Libs"].map(file.words) ?? []
    }

    @Test func `nested variables are expanded, undefined ones stay`() {
        #expect(words("b=1\nab=2\nLibs: ${ab} ${none} ${a${b}} ${b ${") == ["2", "${none}", "${a1}", "${b", "${"])
    }

    @Test(.timeLimit(.minutes(10)))
    func `unclosed variables stay in the text, which ends after 64 KiB`() {
        #expect(
            words("b=\nLibs: " + String(repeating: "${", count: 1_000_000)) == [String(repeating: "${", count: 32768)])
    }
}
