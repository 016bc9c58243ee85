import Testing

extension EndToEnd {
    /// Options of recipes that a library's build system does not know.
    struct UnknownOptionTests {
        private static let cmake = """
            cmake_minimum_required(VERSION 3.16)
            project(tiny VERSION 1.0 LANGUAGES C)
            option(KNOWN "an option" OFF)
            set(TINY_LONG 8)
            configure_file(tiny_config.h.in tiny_config.h @ONLY)
            add_library(tiny one.c two.c three.c)
            target_include_directories(tiny PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
            install(TARGETS tiny DESTINATION lib)
            install(FILES tiny.h ${CMAKE_CURRENT_BINARY_DIR}/tiny_config.h DESTINATION include)

            """

        private static let libraries = [
            SmallLibrary(
                usesAutoconf: true, build: ["configure: [--disable-silent-rules, --enable-nothing=2]"]),
            SmallLibrary(
                files: ["CMakeLists.txt": cmake], system: "cmake",
                build: ["configure: [-DKNOWN=ON, -DNOTHING_AT_ALL=1]"]),
        ]

        @Test(arguments: zip(libraries, ["--enable-nothing", "NOTHING_AT_ALL"]))
        func `an option that the build does not know is a warning at the recipe's line`(
            _ library: SmallLibrary, _ option: String
        ) async throws {
            let space = try TestSpace()
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 0, "\(output.err)")
            let warnings = output.err.split(separator: "\n").filter { $0.contains("does not know") }
            #expect(warnings.count == 1, "\(output.err)")
            let line = try #require(
                try space.read(library.recipe).split(separator: "\n").firstIndex { $0.contains(option) })
            #expect(
                warnings.first?.hasSuffix(
                    "recipes/tiny/recipe.yaml:\(line + 1):\(try column(of: option, in: space, library)): warning: the build "
                        + "for `linux-gnu-x86_64` does not know `\(option)`") == true, "\(warnings)")
            // A run that takes the result from the store does not repeat the warning.
            let again = try await space.xbuild("recipe", "tiny")
            #expect(!again.err.contains("does not know"))
        }

        @Test func `an option that Meson does not know is named at the recipe's line`() async throws {
            let meson = """
                project('tiny', 'c', version: '1.0')
                library('tiny', 'one.c', 'two.c', 'three.c', install: true)

                """
            let library = SmallLibrary(
                files: ["meson.build": meson], system: "meson", build: ["configure: [-Dnothing=1, -Dwerror=true]"])
            let space = try TestSpace()
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 1, "\(output.err)")
            let warnings = output.err.split(separator: "\n").filter { $0.contains("does not know") }
            #expect(warnings.count == 1 && warnings[0].hasSuffix("does not know `nothing`"), "\(output.err)")
            #expect(warnings.first?.contains("recipes/tiny/recipe.yaml:") == true, "\(output.err)")
        }

        private func column(of option: String, in space: TestSpace, _ library: SmallLibrary) throws -> Int {
            let lines = try space.read(library.recipe).split(separator: "\n")
            let line = try #require(lines.first { $0.contains(option) })
            return line.distance(from: line.startIndex, to: try #require(line.firstRange(of: option)).lowerBound) + 1
        }
    }
}
