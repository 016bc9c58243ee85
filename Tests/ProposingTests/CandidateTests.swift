import Testing

@testable import Proposing

@Suite struct CandidateTests {
    private static func listing(_ files: [String: String]) -> SourceListing {
        SourceListing(paths: Array(files.keys), texts: files)
    }

    @Test(
        arguments: [
            (
                "a `configure` and its `configure.ac`", ["configure": "", "configure.ac": "", "CMakeLists.txt": ""],
                ["autotools", "cmake"]
            ),
            ("a `configure` to generate", ["configure.ac": "", "meson.build": ""], ["meson", "autotools"]),
            ("a `configure` not made by Autotools", ["configure": "", "CMakeLists.txt": ""], ["cmake"]),
            ("a folder for CMake builds", ["build/cmake/CMakeLists.txt": "", "Makefile": ""], ["cmake"]),
            ("a makefile", ["Makefile": "libz.a: z.o\ninstall: libz.a\n"], ["script"]),
            ("a makefile without archives", ["Makefile": "all:\n\tcc a.c\n"], []),
            ("no build files", ["README": ""], []),
        ] as [(String, [String: String], [String])])
    func `the most likely build system comes first`(_ name: String, _ files: [String: String], _ systems: [String]) {
        let all = BuildCandidate.all(for: Self.listing(files), library: "z")
        #expect(all.map(\.build.system.rawValue) == systems)
    }

    @Test(arguments: [
        ("gtk-doc", true), ("examples", true), ("nls", true), ("maintainer-mode", false), ("tls", false),
        ("ZSTD_BUILD_PROGRAMS", true), ("BUILD_TESTING", true), ("YAML_ENABLE_TESTS", true),
        ("json-c_BUILD_APPS", false),
        ("HTTP_ONLY", false), ("thread-safety", false), ("test-vectors", false), ("docs", true),
    ])
    func `switches for parts outside the library are recognized by name`(_ name: String, _ isNeedless: Bool) {
        let library = name.hasPrefix("YAML") ? "libyaml" : "zstd"
        #expect(CrossSwitch.isNeedless(name, library: library) == isNeedless)
    }

    @Test func `configure.ac gives switches, tools and variables; programs in Makefile.am are not built`() {
        let script = """
            AC_INIT([z], [1.2])
            dnl GTK_DOC_CHECK
            AM_GNU_GETTEXT([external])
            AC_ARG_ENABLE([examples], [AS_HELP_STRING([])])
            AC_ARG_ENABLE(simd, x)
            AC_ARG_WITH([docs], x)
            AC_FUNC_MALLOC
            PKG_CHECK_MODULES([PNG], [libpng >= 1.2])
            """
        let listing = Self.listing(["configure.ac": script, "src/Makefile.am": "bin_PROGRAMS = z\n"])
        let known = [
            KnownLibrary(recipe: "libpng", archives: ["libpng16.a"]),
            KnownLibrary(recipe: "zlib", archives: ["libz.a"]),
        ]
        let candidate = BuildCandidate.all(for: listing, library: "z")[0].asking(among: known, listing: listing)
        let build = candidate.build
        #expect(build.bootstrap)
        #expect(build.tools == ["autopoint"])
        #expect(
            build.configure == [
                "--enable-static", "--disable-shared", "--disable-examples", "--disable-nls", "--without-docs",
            ])
        #expect(build.make == ["bin_PROGRAMS="])
        #expect(build.install == ["install", "bin_PROGRAMS="])
        #expect(build.variables == ["ac_cv_func_malloc_0_nonnull": "yes"])
        #expect(build.depends == ["libpng"])
        #expect(candidate.choices.allSatisfy { !$0.reason.isEmpty })
    }

    @Test func `an old config.sub is overridden by variables or regenerated`() {
        let build = { (configure: String, machines: String) in
            let files = ["configure": configure, "configure.ac": "AC_INIT", "config.sub": machines]
            return BuildCandidate.all(for: Self.listing(files), library: "z")[0].build
        }
        #expect(
            build("ac_cv_host=x", "i386 | sparc").variables == [
                "ac_cv_host": "${HOST}", "ac_cv_build": "${BUILD_TRIPLE}",
            ])
        #expect(!build("ac_cv_host=x", "i386 | sparc").bootstrap)
        #expect(build("", "i386 | sparc").bootstrap)
        #expect(build("", "i386 | aarch64").variables.isEmpty)
        #expect(!build("", "i386 | aarch64").bootstrap)
    }

    @Test func `options of CMake and Meson for needless parts and for archives are set, others are not`() {
        let cmake = """
            option(BUILD_SHARED_LIBS "x" ON)
            option(CARES_SHARED "x" ON)
            option(CARES_STATIC "x" OFF)
            option(CARES_BUILD_TOOLS "x" ON)
            option(DISABLE_WERROR "x" OFF)
            option(CARES_THREADS "x" ON)
            set(CARES_BUILD_TESTS OFF CACHE BOOL "x")
            include(CTest)
            """
        let build = BuildCandidate.all(for: Self.listing(["CMakeLists.txt": cmake]), library: "c-ares")[0].build
        #expect(
            build.configure == [
                "-DCARES_SHARED=OFF", "-DCARES_STATIC=ON", "-DCARES_BUILD_TOOLS=OFF", "-DDISABLE_WERROR=ON",
                "-DCARES_BUILD_TESTS=OFF", "-DBUILD_TESTING=OFF",
            ])
        let options =
            "option('docs', type: 'feature', value: 'auto')\noption('tests', type : 'boolean')\noption('simd', type: 'boolean')"
        let meson = Self.listing(["meson.build": "", "meson_options.txt": options])
        #expect(
            BuildCandidate.all(for: meson, library: "z")[0].build.configure == ["-Ddocs=disabled", "-Dtests=false"])
    }

    @Test func `a makefile's archives are built by name and its most specific rule installs`() throws {
        let text = """
            LIBA = libgif.a
            $(LIBA): gif.o
            libutil.a: util.o
            install: install-lib install-bin
            install-include:
            install-lib:
            \tinstall -m 644 libgif.a libgif.so $(DESTDIR)$(LIBDIR)
            """
        let build = BuildCandidate.all(for: Self.listing(["Makefile": text]), library: "giflib")[0].build
        #expect(build.steps.map(\.name) == ["build", "install"])
        #expect(build.steps[0].commands[0].filter { $0.hasSuffix(".a") } == ["libgif.a"])
        #expect(build.steps[1].commands[0].prefix(2) == ["make", "install-include"])
        #expect(build.steps[1].commands.last == ["cp", "libgif.a", "${DESTDIR}${PREFIX}/lib"])
    }
}
