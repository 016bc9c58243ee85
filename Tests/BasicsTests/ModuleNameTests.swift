import Basics
import Testing

@Suite struct ModuleNameTests {
    @Test(arguments: ["CZlib", "_z", "a1", "SwiftZ", "swift", "module", "header"])
    func `a valid module name is accepted`(text: String) { #expect(ModuleName(text)?.string == text) }

    @Test(arguments: ["", "1a", "a-b", "a.b", "é", "_", "class", "import", "a b"])
    func `an invalid module name is refused`(text: String) { #expect(ModuleName(text) == nil) }

    @Test(arguments: [
        "Swift", "Foundation", "Dispatch", "Glibc", "Darwin", "Synchronization", "Distributed", "_Concurrency",
        "_StringProcessing", "Builtin", "SwiftShims",
    ])
    func `a name of one of Swift's own modules is refused`(text: String) { #expect(ModuleName(text) == nil) }
}
