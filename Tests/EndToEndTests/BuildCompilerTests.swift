import Testing

extension EndToEnd {
    /// Builds that compile programs for the build machine with `CC_FOR_BUILD`.
    struct BuildCompilerTests {
        /// The program prints the size of `long` of the machine that runs it, and the version of its glibc.
        private static let generator = """
            #define _GNU_SOURCE
            #include <math.h>
            #include <pthread.h>
            #include <stdio.h>
            int main(int count, char **words) {
                (void)words;
                printf("#define BUILD_LONG %d\\n", (int)sizeof(long));
                printf("#define BUILD_GLIBC %d\\n", __GLIBC_MINOR__);
                return pow(count, 2) == 1 ? 0 : 1;
            }

            """

        private static let compile = """
            $CC_FOR_BUILD "$(dirname "$0")/generate.c" -o generate -lm
            ./generate >generated.h

            """

        private func library(_ target: String, tools: String) -> SmallLibrary {
            var library = SmallLibrary(targets: "[\(target)]", build: ["tools: [\(tools)]"], usesGlibcSysroot: true)
            library.files = [
                "configure": SmallLibrary.script.replacing("set -eu\n", with: "set -eu\n" + Self.compile),
                "generate.c": Self.generator,
                "three.c": """
                #include "generated.h"
                #if BUILD_LONG != 8 || BUILD_GLIBC != 31
                #error "another compiler made the program"
                #endif
                int tiny_three(int left) { return left; }

                """,
            ]
            return library
        }

        @Test(arguments: ["linux-gnu-x86_64", "ios-armv7"], ["require", "off"])
        func `a program of the build machine is linked with a sysroot that is an input`(
            _ target: String, _ sandbox: String
        ) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await library(target, tools: "build-cc").install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--sandbox", sandbox, "--events", "events.json")
            #expect(output.status == 0, "\(output.err)")
            let key = try space.events("events.json").keys.first { $0.key.hasPrefix("build tiny") }
            let shown = try await space.xbuild("store", "show", try #require(key?.value))
            #expect(!shown.out.contains("machine=headers"))
            #expect(shown.out.contains("result: local-unsandboxed, ") == (sandbox == "off"))
            #expect(shown.out.contains("build-sysroot/usr/include/stdio.h") == (target == "ios-armv7"))
        }

        @Test func `without build-cc, the machine's compiler is refused`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = library("ios-armv7", tools: "perl")
            library.files["configure"] = library.files["configure"]?.replacing(
                "$CC_FOR_BUILD", with: "${CC_FOR_BUILD-cc}")
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 1)
            #expect(output.err.contains("ran `cc`, not a declared tool of this build"), "\(output.err)")
            #expect(output.err.contains("list `build-cc` in the recipe's `tools:`"), "\(output.err)")
        }
    }
}
