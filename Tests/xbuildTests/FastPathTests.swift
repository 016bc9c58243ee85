import Testing

@testable import xbuild

/// The fast path reads simple calls without the argument parser. For any other call it returns nil.
struct FastPathTests {
    @Test(arguments: [
        "a.a", "a.a b", "--json a.a", "a.a -v --json", "--verbose a.a --prefix x_ --prefix y_",
        "a.a --expect pic=yes --expect platform=ios,tvos --forbid /home/me",
    ])
    func `the fast path reads the arguments of an audit as the parser does`(line: String) throws {
        let words = line.split(separator: " ").map(String.init)
        let plain = try #require(AuditRequest(plain: words))
        #expect(try plain == AuditCommand.parse(words).request)
    }

    @Test(arguments: [
        "audit", "audit --help", "audit a.a --jsn", "audit a.a --prefix", "audit a.a --prefix --json",
        "audit a.a --expect speed=high", "audit -vv a.a", "audit a.a -- b", "audit a.a --prefix=x", "recipe zlib",
        "lipo --help", "libtool --version", "help audit", "--version recipe", "",
    ])
    func `the fast path returns nil for calls that need the parser`(line: String) {
        #expect(FastPath.work(line.split(separator: " ").map(String.init)) == nil)
    }

    @Test func `the fast path prints the same version as the parser`() throws {
        let call = try #require(FastPath.work(["--version"]))
        var output = ""
        #expect(try call.run(out: { output += $0 }, talk: { _ in }) == .done)
        let error = #expect(throws: (any Error).self) { try XBuild.parseAsRoot(["--version"]) }
        #expect(try output == XBuild.fullMessage(for: #require(error)) + "\n")
    }

    @Test func `the fast path passes the arguments of lipo and libtool on unchanged`() {
        #expect(FastPath.work(["lipo", "a", "-info"]) as? ToolCall == ToolCall(.lipo, ["a", "-info"]))
        let libtool = ["-static", "-o", "x", "a.o"]
        #expect(FastPath.work(["libtool"] + libtool) as? ToolCall == ToolCall(.libtool, libtool))
    }
}
