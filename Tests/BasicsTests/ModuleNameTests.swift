import Basics
import Testing

@Suite struct ModuleNameTests {
    @Test(arguments: ["CZlib", "_z", "a1", "SwiftZ", "swift", "module", "header"])
    func isAName(text: String) { #expect(ModuleName(text)?.string == text) }

    @Test(arguments: ["", "1a", "a-b", "a.b", "é", "_", "class", "import", "a b"])
    func isNone(text: String) { #expect(ModuleName(text) == nil) }

    @Test(arguments: [
        "Swift", "Foundation", "Dispatch", "Glibc", "Darwin", "Synchronization", "Distributed", "_Concurrency",
        "_StringProcessing", "Builtin", "SwiftShims",
    ])
    func isOneOfSwiftsOwn(text: String) { #expect(ModuleName(text) == nil) }
}
