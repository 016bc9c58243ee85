import Basics
import Testing

struct PackageIDTests {
    @Test func `a package identity is read and written as NAME@VERSION`() throws {
        let id = try #require(PackageID("gtk+@3.24.1-rc1"))
        #expect(id.name.string == "gtk+" && id.version.string == "3.24.1-rc1")
        #expect("\(id)" == "gtk+@3.24.1-rc1" && id.words == "gtk+ 3.24.1-rc1")
    }

    @Test(arguments: ["", "zlib", "zlib@", "@1.3", "Zlib@1.3", "zlib@one", "zlib@1@2"])
    func `text that is not NAME@VERSION is refused`(_ text: String) { #expect(PackageID(text) == nil) }
}
