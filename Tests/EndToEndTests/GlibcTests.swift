import Foundation
import Testing

extension EndToEnd {
    /// Builds for Linux with the glibc sysroot of the shipped toolchain.
    struct GlibcTests {
        private static let uses = """
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <math.h>
            #include <pthread.h>
            #include <resolv.h>
            #include <stdlib.h>
            #include <sys/stat.h>
            static void *start(void *value) { return value; }
            static void nothing(void) {}
            int tiny_three(int left) {
                struct stat root;
                pthread_t thread;
                void *end = 0;
                if (stat("/", &root) != 0 || !S_ISDIR(root.st_mode)) return 1;
                if (atexit(nothing) != 0 || pthread_atfork(nothing, nothing, nothing) != 0) return 2;
                if (pthread_create(&thread, 0, start, &root) != 0) return 3;
                if (pthread_join(thread, &end) != 0 || end != &root) return 4;
                if (dlsym(dlopen(0, RTLD_NOW), "malloc") == 0) return 5;
                const unsigned char name[] = {1, 'a', 0};
                if (dn_skipname(name, name + 3) != 3) return 6;
                return pow(left, left) > 1 || left < 2 ? 0 : 7;
            }

            """

        @Test(arguments: ["linux-gnu-x86_64", "linux-gnu-aarch64"])
        func `a library that calls functions of glibc 2.31 passes its tests and the audit`(_ target: String)
            async throws
        {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(targets: "[\(target)]", usesGlibcSysroot: true)
            library.build = ["ldflags: [-pthread, -ldl, -lm, -lresolv]"]
            library.products = ["link: [pthread, dl, m, resolv]"]
            library.more = ["tests:", "  make: check"]
            library.files = [
                "three.c": Self.uses, "check.c": "int tiny_three(int);\nint main(void) { return tiny_three(3); }\n",
            ]
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--test", "--events", "events.json")
            #expect(output.status == 0, "\(output.err)")
            // Programs of another processor run only where the emulator is installed.
            guard target == TestSpace.host else { return }
            #expect(try space.events("events.json").finished(.built).contains("\(target): test tiny 1.0"))
        }

        @Test(arguments: [("arc4random", "2.36"), ("strlcpy", "2.38"), ("__isoc23_strtol", "2.38")])
        func `a function of a newer glibc fails the audit`(_ function: String, _ version: String) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(build: ["defines: NEEDS=\(function)"], usesGlibcSysroot: true)
            library.files["three.c"] = "int NEEDS(int);\nint tiny_three(int left) { return NEEDS(left); }\n"
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 5)
            let fault = "undefined symbol: expected a definition of `\(function)`, found none before glibc \(version)"
            #expect(output.err.contains(fault), "\(output.err)")
        }

        @Test(arguments: [("2.36", 0), ("2.28", 5), ("2.99", 1)])
        func `a recipe sets the oldest version of glibc`(_ version: String, _ status: Int32) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = SmallLibrary(build: ["defines: NEEDS=arc4random"], usesGlibcSysroot: true)
            library.more = ["minimum: { glibc: \(version) }"]
            library.files["three.c"] = "int NEEDS(int);\nint tiny_three(int left) { return NEEDS(left); }\n"
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == status, "\(output.err)")
            #expect(
                output.err.contains("the wheel has no glibc 2.99 for the target") == (version == "2.99"),
                "\(output.err)")
        }
    }
}
