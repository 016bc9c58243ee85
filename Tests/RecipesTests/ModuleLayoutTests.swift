import Basics
import Recipes
import Testing

/// A recipe's settings for its module beyond the lists of headers.
@Suite struct ModuleLayoutTests {
    private static func text(_ keys: String) -> String {
        Samples.text().replacing("module: example }", with: "module: example, \(keys) }")
    }

    @Test func `the layout keys are read`() throws {
        let keys = """
            umbrella: example.h, submodules: folder, requires: ["!windows", cplusplus], config-macros: [EXAMPLE_FAST], \
            defines: [EXAMPLE_STATIC, EXAMPLE_SIZE=4]
            """
        let layout = try Samples.read(Self.text(keys)).recipe.products.layout
        #expect(layout.umbrella == "example.h" && layout.submodules == .folder)
        #expect(layout.requirements == ["!windows", "cplusplus"] && layout.configMacros == ["EXAMPLE_FAST"])
        #expect(layout.defines == ["EXAMPLE_STATIC": "1", "EXAMPLE_SIZE": "4"])
    }

    @Test func `invalid layout keys are reported`() {
        #expect(Samples.faults(Self.text("submodules: file")).count == 1)
        #expect(Samples.faults(Self.text("requires: [\"a-b\"]")) == ["`a-b` is not a feature"])
        #expect(Samples.faults(Self.text("config-macros: [1A]")) == ["`1A` is not a macro"])
        #expect(Samples.faults(Self.text("umbrella: ../example.h")).count == 1)
    }
}
