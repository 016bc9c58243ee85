import Foundation
import Testing

extension EndToEnd {
    /// Recipes with dependencies.
    struct DependencyTests {
        private static let target = "linux-gnu-x86_64"

        /// Returns a space with three recipes: `app` needs `png`, which needs `z`.
        private func space(targets: String = "[\(target)]") async throws -> TestSpace {
            let space = try TestSpace()
            try await LinkedLibrary(name: "z", versions: ["1.2", "1.3"]).install(in: space)
            try await LinkedLibrary(name: "png", needs: ["z"], targets: targets).install(in: space)
            try await LinkedLibrary(name: "app", needs: ["png"], targets: targets).install(in: space)
            return space
        }

        @Test func `only requested recipes are delivered`() async throws {
            let space = try await space(targets: "[\(Self.target), linux-gnu-aarch64]")
            let output = try await space.xbuild("recipe", "app")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.out == "dist/app-1.0\n")
            let data = Data(try space.read("dist/app-1.0/manifest.json").utf8)
            let manifest = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let dependencies = try #require(manifest["dependencies"] as? [[String: Any]])
            #expect(dependencies.map { $0["name"] as? String } == ["png", "z"])
            #expect(dependencies.map { $0["version"] as? String } == ["1.0", "1.3"])
            #expect((dependencies[0]["sources"] as? [String])?.first?.count == 64)
            let targets = try #require(manifest["targets"] as? [[String: Any]])
            #expect(
                targets.map { $0["link"] as? [String] } == [["-lapp", "-lpng", "-lz"], ["-lapp", "-lpng", "-lz"]])
        }

        @Test func `the delivered libraries link into one program`() async throws {
            let space = try await space()
            let output = try await space.xbuild("recipe", "app", "png", "z")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.out == "dist/z-1.3\ndist/png-1.0\ndist/app-1.0\n")
            try space.write(
                "#include <app.h>\n#include <stdio.h>\nint main(void) { printf(\"%d\\n\", app()); }\n", to: "main.c")
            let path = ["app-1.0", "png-1.0", "z-1.3"].map {
                space.path("dist/\($0)/prefixes/\(Self.target)/lib/pkgconfig")
            }.joined(separator: ":")
            let built = try await space.run(
                "sh", ["-c", "clang main.c $(pkg-config --cflags --libs app) -o main && ./main"],
                environment: space.environment.merging(["PKG_CONFIG_LIBDIR": path]) { $1 })
            #expect(built.out == "3\n", "\(built.err)")
            // A run for `app` alone builds nothing.
            let again = try await space.xbuild("recipe", "app")
            #expect(space.talk(again).hasSuffix("from the store in TIME\n"))
            #expect(!space.talk(again).contains("built"))
        }

        @Test func `prefixes and SwiftPM packages find their dependencies`() async throws {
            let space = try await space()
            let prefixes = try await space.xbuild("package", "app", "--format", "prefix")
            #expect(prefixes.out == "packages/z-1.3\npackages/png-1.0\npackages/app-1.0\n", "\(prefixes.err)")
            try space.write(
                """
                cmake_minimum_required(VERSION 3.10)
                project(user C)
                find_package(app CONFIG REQUIRED)
                add_executable(user user.c)
                target_link_libraries(user app::app)
                """, to: "user/CMakeLists.txt")
            try space.write("#include <app.h>\nint main(void) { return app(); }\n", to: "user/user.c")
            let path = ["app-1.0", "png-1.0", "z-1.3"].map { space.path("packages/\($0)/prefix/\(Self.target)") }
            let configured = try await space.run(
                "cmake",
                [
                    "-S", "user", "-B", "out", "-DCMAKE_C_COMPILER=clang",
                    "-DCMAKE_PREFIX_PATH=\(path.joined(separator: ";"))",
                ])
            #expect(configured.status == 0, "\(configured.err)")
            #expect(try await space.run("cmake", ["--build", "out"]).status == 0)
            #expect(try await space.run(space.path("out/user"), []).status == 3)

            let recipe = "\(SmallLibrary.home)/recipes/app/recipe.yaml"
            try space.write(try space.read(recipe) + "packages: [swiftpm]\n", to: recipe)
            let delivered = try await space.xbuild("recipe", "app")
            #expect(delivered.status == 0, "\(delivered.err)")
            #expect(space.names(in: "dist/packages").filter { !$0.hasPrefix(".") } == ["app-1.0", "png-1.0", "z-1.3"])
            let manifest = try space.read("dist/packages/app-1.0/swiftpm/app/Package.swift")
            #expect(manifest.contains(".package(path: \"../../../png-1.0/swiftpm/png\")"), "\(manifest)")
            #expect(space.exists("dist/packages/png-1.0/swiftpm/png/Package.swift"))
        }

        @Test func `pkg-config finds declared dependencies and nothing else`() async throws {
            let space = try await space()
            let output = try await space.xbuild("recipe", "app", "--verbose")
            let lines = output.err.split(separator: "\n").filter { $0.contains("pkg-config finds:") }
            #expect(
                Set(lines.compactMap { $0.split(separator: "finds:", omittingEmptySubsequences: false).last })
                    == [" ", " z ", " png z "], "\(output.err)")
        }

        @Test func `CMake finds declared dependencies and nothing else`() async throws {
            let space = try TestSpace()
            try await LinkedLibrary(name: "declared").install(in: space)
            try await LinkedLibrary(name: "undeclared").install(in: space)
            _ = try await space.xbuild("recipe", "undeclared")
            let project = """
                cmake_minimum_required(VERSION 3.16)
                project(tiny VERSION 1.0 LANGUAGES C)
                find_library(DECLARED declared)
                find_library(UNDECLARED undeclared)
                if(NOT DECLARED OR UNDECLARED)
                    message(FATAL_ERROR "found: ${DECLARED} ${UNDECLARED}")
                endif()
                set(TINY_LONG 8)
                configure_file(tiny_config.h.in tiny_config.h)
                add_library(tiny one.c two.c three.c)
                target_include_directories(tiny PRIVATE ${CMAKE_CURRENT_BINARY_DIR})
                install(TARGETS tiny DESTINATION lib)
                install(FILES tiny.h ${CMAKE_CURRENT_BINARY_DIR}/tiny_config.h DESTINATION include)

                """
            for (depends, status) in [("declared", 0), ("undeclared", 1), ("declared, undeclared", 1)] {
                try await SmallLibrary(
                    files: ["CMakeLists.txt": project], system: "cmake", more: ["depends: [\(depends)]"]
                ).install(in: space)
                let output = try await space.xbuild("recipe", "tiny")
                #expect(output.status == Int32(status), "\(depends): \(output.err)")
            }
        }

        @Test func `a build that needs an undeclared dependency fails`() async throws {
            let space = try await space()
            try await LinkedLibrary(name: "app", needs: ["png", "z"], depends: []).install(in: space)
            let output = try await space.xbuild("recipe", "app")
            #expect(output.status == 1)
        }

        @Test func `a module's headers can include the headers of public dependencies only`() async throws {
            let space = try await space()
            let library = { (depends: String) in
                LinkedLibrary(name: "png", needs: ["z"], depends: [depends], header: ["#include <z.h>"])
            }
            try await library("z").install(in: space)
            let hidden = try await space.xbuild("recipe", "png")
            #expect(hidden.status != 0)
            #expect(hidden.err.contains("module `png` has no header that every target can compile"))
            try await library("{ name: z, public: true }").install(in: space)
            let shown = try await space.xbuild("recipe", "png")
            #expect(shown.status == 0, "\(shown.err)")
        }

        // MARK: Resolution

        @Test func `a version conflict is reported with the packages and their requirements`() async throws {
            let space = try await space()
            try await LinkedLibrary(name: "app", needs: ["png"], depends: ["png", "{ name: z, version: \"<1.3\" }"])
                .install(in: space)
            try await LinkedLibrary(name: "png", needs: ["z"], depends: ["{ name: z, version: \">=1.3\" }"])
                .install(in: space)
            let output = try await space.xbuild("plan", "app")
            #expect(output.status == 3)
            #expect(
                output.err == """
                    error: no version of `z` satisfies all requirements
                    note: `app` 1.0 requires `<1.3`
                    note: `png` 1.0 of `app` 1.0 requires `>=1.3`
                    note: the recipe has `1.2`, `1.3`

                    """)
        }

        @Test func `an unknown dependency is reported with its location`() async throws {
            let space = try await space()
            try await LinkedLibrary(name: "app", depends: ["pgn"]).install(in: space)
            let output = try await space.xbuild("plan", "app")
            #expect(output.status == 3)
            #expect(
                space.talk(output) == """
                    checkout/recipes/app/recipe.yaml:8:11: error: there is no recipe `pgn`
                      8 | depends: [pgn]
                        |           ^~~
                    hint: did you mean `png`?

                    """)
        }

        @Test func `locked versions are reused, and --locked refuses differences`() async throws {
            let space = try await space()
            #expect(try await space.xbuild("recipe", "app", "--locked").status == 2)
            let lock = try await space.xbuild("lock", "app", "z@1.2")
            #expect(lock.out == "xbuild.lock\n")
            #expect(try await space.xbuild("graph", "app").out.contains("z 1.2"))
            #expect(try await space.xbuild("plan", "app", "--locked").status == 0)

            let other = try await space.xbuild("plan", "app", "z@1.3", "--locked")
            #expect(other.status == 3)
            #expect(
                other.err == """
                    error: the build would differ from the pins in `xbuild.lock`
                    note: `z`: version `1.3`, but `1.2` is locked
                    hint: `xbuild lock` pins the current state

                    """)
            let free = try await space.xbuild("plan", "app", "z@1.3")
            #expect(free.status == 0)
            #expect(free.err == "note: `z` is 1.3, not 1.2 as in `xbuild.lock`\n")

            try await LinkedLibrary(name: "png", needs: ["z"], more: ["# A remark."]).install(in: space)
            let changed = try await space.xbuild("plan", "app", "--locked")
            #expect(changed.err.contains("note: `png`: its recipe has changed\n"))
        }

        @Test func `graph prints packages as Mermaid and JSON, and steps as DOT`() async throws {
            let space = try await space()
            #expect(
                try await space.xbuild("graph", "app", "--format", "mermaid").out == """
                    flowchart TD
                      n0["app 1.0"]:::asked
                      n1["png 1.0"]
                      n2["z 1.3"]
                      n0 --> n1
                      n1 --> n2
                      classDef asked stroke-width:3px

                    """)
            let json = try await space.xbuild("graph", "app", "--format", "json")
            let object = try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: [[String: Any]]]
            #expect(object?["packages"]?.compactMap { $0["name"] as? String } == ["app", "png", "z"])
            let steps = try await space.xbuild("graph", "app", "--steps")
            #expect(steps.out.contains("label=\"build png 1.0\\nlinux-gnu-x86_64\""))
        }
    }
}
