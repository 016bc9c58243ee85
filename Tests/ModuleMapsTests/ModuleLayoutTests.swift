import Basics
import TestSupport
import Testing
import Targets

@testable import ModuleMaps

/// The divisions of a module into submodules; clang must accept each of them.
@Suite(.tags(.process)) struct ModuleLayoutTests {
    private static let headers = [
        "z.h": "#include \"sub/a.h\"\n#include \"sub/deep/b.h\"\n#ifdef Z_ONE\nint one(void);\n#endif\nint z(void);\n",
        "sub/a.h": "typedef int a_type;\n", "sub/deep/b.h": "int b(void);\n",
    ]

    private func map(
        umbrella: RelativePath? = nil, _ submodules: ModuleMapRequest.Submodules? = nil, macros: [String]? = nil
    ) throws -> ModuleMap {
        let request = ModuleMapRequest(
            name: try #require(ModuleName("Z")), umbrella: umbrella, submodules: submodules, configMacros: macros)
        let origins = Self.headers.keys.sorted().map { HeaderOrigin(path: .at($0), kind: .common) }
        return try ModuleMapWriter(request: request, origins: origins, reports: [:]).written()
    }

    @Test func `with an umbrella header, the map does not list the other headers`() throws {
        let map = try map(umbrella: "z.h")
        #expect(map.text == "module Z [system] {\n    umbrella header \"z.h\"\n    export *\n}\n")
        #expect(map.decisions.map(\.listing) == [.umbrella, .covered, .covered])
        #expect(map.decisions[1].reason == .umbrella("z.h"))
    }

    @Test func `with submodules by header, each header is a submodule`() throws {
        #expect(
            try map(.header).text == """
                module Z [system] {
                    module sub_a {
                        header "sub/a.h"
                        export *
                    }
                    module sub_deep_b {
                        header "sub/deep/b.h"
                        export *
                    }
                    module z {
                        header "z.h"
                        export *
                    }
                    export *
                }

                """)
    }

    @Test func `with submodules by folder, each folder is a submodule`() throws {
        #expect(
            try map(.folder, macros: ["Z_ONE", "Z_TWO"]).text == """
                module Z [system] {
                    config_macros [exhaustive] Z_ONE, Z_TWO
                    header "z.h"
                    module sub {
                        header "sub/a.h"
                        export *
                    }
                    module sub_deep {
                        header "sub/deep/b.h"
                        export *
                    }
                    export *
                }

                """)
    }

    @Test(arguments: ["flat", "umbrella", "header", "folder"])
    func `clang compiles each layout`(layout: String) throws {
        let map = try map(
            umbrella: layout == "umbrella" ? "z.h" : nil, ModuleMapRequest.Submodules(rawValue: layout))
        let bench = try Workbench(["scratch/keep": "", "include/module.modulemap": map.text])
        for (path, text) in Self.headers { try bench.write(text, to: "include/\(path)") }
        let proof = ModuleProof(
            compiler: freestandingClang(Target.named("linux-gnu-x86_64")).map { Argument(stringLiteral: $0) },
            include: "include", scratch: "scratch")
        let result = try bench.run(proof.moduleArguments(try #require(ModuleName("Z"))))
        #expect(result.status == 0, "\(result.output)")
    }

    @Test func `a missing umbrella header is reported`() {
        #expect(throws: ModuleMapError.noSuchHeader("y.h", known: ["sub/a.h", "sub/deep/b.h", "z.h"])) {
            try map(umbrella: "y.h")
        }
    }
}
