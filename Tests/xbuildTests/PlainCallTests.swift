import Testing

@testable import xbuild

/// Calls that are understood without the argument parser: as it would have understood them, or not at all.
struct PlainCallTests {
    @Test(
        "an audit is understood as the parser understands it",
        arguments: [
            "a.a", "a.a b", "--json a.a", "a.a -v --json", "--verbose a.a --prefix x_ --prefix y_",
            "a.a --expect pic=yes --expect platform=ios,tvos --forbid /home/me",
        ])
    func audit(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let plain = try #require(AuditRequest(plain: words))
        #expect(try plain == AuditCommand.parse(words).request)
    }

    @Test(
        "what is unusual is left to the parser",
        arguments: [
            "audit", "audit --help", "audit a.a --jsn", "audit a.a --prefix", "audit a.a --prefix --json",
            "audit a.a --expect speed=high", "audit -vv a.a", "audit a.a -- b", "audit a.a --prefix=x", "recipe zlib",
            "lipo --help", "libtool --version", "help audit", "",
        ])
    func unusual(line: String) {
        #expect(PlainCall.work(line.split(separator: " ").map(String.init)) == nil)
    }

    @Test("lipo and libtool get their words as they are")
    func passedOn() {
        #expect(PlainCall.work(["lipo", "a", "-info"]) is LipoCall)
        #expect(PlainCall.work(["libtool", "-static", "-o", "x", "a.o"]) is LibtoolCall)
    }
}
