import Testing

extension EndToEnd {
    /// The checks of a Meson project, compared with those of the same project and a plain compiler.
    struct MesonChecksTests {
        /// Each check becomes a macro with the value 0 or 1.
        private static let project = """
            project('tiny', 'c', version: '1.0', meson_version: '>=0.60')
            cc = meson.get_compiler('c')
            config = configuration_data()
            config.set('TINY_LONG', cc.sizeof('long'))
            checks = configuration_data()
            foreach name : ['strerror', 'vsnprintf', 'memcpy', 'getpid', 'no_such_function']
                checks.set10('FUNCTION_' + name, cc.has_function(name))
            endforeach
            foreach name : ['stdio.h', 'sys/types.h', 'no/such.h']
                checks.set10('HEADER_' + name.underscorify(), cc.has_header(name))
            endforeach
            foreach name : ['-Wall', '-Wno-such-warning', '-fvisibility=hidden', '-fno-such-option']
                checks.set10('ARGUMENT_' + name.underscorify(), cc.has_argument(name))
            endforeach
            checks.set10('LINKS', cc.links('int main(void) { return 0; }'))
            checks.set10('LINKS_LIBC', cc.links('int puts(const char *); int main(void) { return puts(""); }'))
            checks.set10('LINKS_NOTHING', cc.links('int nothing(void); int main(void) { return nothing(); }'))
            checks.set10('COMPILES', cc.compiles('int f(void) { return 0; }'))
            checks.set10('MATH', cc.find_library('m', required: false).found())
            checks.set10('VISIBILITY', cc.has_function_attribute('visibility:hidden'))
            configure_file(output: 'checks.h', configuration: checks, install: true, install_dir: 'include')
            configure_file(input: 'tiny_config.h.in', output: 'tiny_config.h', format: 'cmake@',
                configuration: config, install: true, install_dir: 'include')
            library('tiny', 'one.c', 'two.c', 'three.c', install: true)
            install_headers('tiny.h')

            """

        @Test func `every check has the result that it has with a plain compiler`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let targets = ["linux-gnu-x86_64", "linux-gnu-aarch64", "ios-arm64"]
            var library = SmallLibrary(
                files: ["meson.build": Self.project], system: "meson", targets: "[\(targets.joined(separator: ", "))]",
                usesGlibcSysroot: true)
            library.products = ["excluded: [checks.h]"]
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            try #require(output.status == 0, "\(output.err)")
            let plain = try await space.run(
                "env",
                ["CC=clang", "CC_LD=lld", "meson", "setup", "plain", "pack/tiny-1.0", "--default-library=static"])
            try #require(plain.status == 0, "\(plain.out)\(plain.err)")
            let expected = try Self.results(space.read("plain/checks.h"))
            #expect(expected.count == 18 && Set(expected.values) == ["0", "1"])
            for target in targets {
                let found = try Self.results(space.read("dist/tiny-1.0/prefixes/\(target)/include/checks.h"))
                #expect(found == expected, "\(target)")
            }
        }

        private static func results(_ header: String) -> [String: String] {
            header.matches(of: /#define (\w+) ([01])/).reduce(into: [:]) { $0[String($1.1)] = String($1.2) }
        }
    }
}
