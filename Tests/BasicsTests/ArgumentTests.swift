import Basics
import Foundation
import Testing

@Suite struct ArgumentTests {
    @Test func `a text argument resolves to itself`() {
        let argument: Argument = "--disable-shared"
        #expect(argument.resolved(root: "/tmp/work") == "--disable-shared")
    }

    @Test func `paths resolve below the root`() {
        #expect(Argument("-I", "a/include").resolved(root: "/w") == "-I/w/a/include")
        #expect(Argument([.path("bin/clang")]).resolved(root: "/w") == "/w/bin/clang")
        let both = Argument([.text("-fdebug-prefix-map="), .path("src"), .text("="), .path("out/src")])
        #expect(both.resolved(root: "/w") == "-fdebug-prefix-map=/w/src=/w/out/src")
    }

    @Test func `decoded arguments equal the encoded ones`() throws {
        let arguments: [Argument] = ["-c", Argument("-I", "include")]
        let data = try JSONEncoder().encode(arguments)
        #expect(try JSONDecoder().decode([Argument].self, from: data) == arguments)
    }
}
