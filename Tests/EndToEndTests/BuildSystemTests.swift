import Foundation
import Testing

extension EndToEnd {
    /// Libraries with build systems other than autotools, built for two Linux and two iOS targets.
    struct BuildSystemTests {
        private static let targets = "[linux-gnu-x86_64, linux-gnu-aarch64, ios-arm64, ios-armv7]"

        /// Each build checks properties of the target that only a linked program or the target's compiler reveals.
        static let libraries = [
            SmallLibrary(
                name: "cmake", files: ["CMakeLists.txt": cmake, "main.c": program, "plus.cpp": plus],
                system: "cmake", targets: targets,
                more: ["tests: { arguments: --verbose }"]),
            SmallLibrary(
                name: "meson", files: ["meson.build": meson, "main.c": program], system: "meson", targets: targets,
                more: ["tests: { arguments: --verbose }"]),
            SmallLibrary(
                name: "script", files: ["main.c": program], system: "script", targets: targets,
                build: [
                    "steps:", "  configure: [{ script: tiny.sh, arguments: [configure, \"${compiler}\"] }]",
                    "  build: [{ script: tiny.sh, arguments: build }]",
                    "  install: [{ script: tiny.sh, arguments: install }]",
                    "  test: [{ script: tiny.sh, arguments: test }]",
                ], more: ["map:", "  compiler: { ios-arm64: telephone, ios-armv7: telephone, default: other }"],
                besides: ["tiny.sh": script]),
        ]

        @Test(arguments: ["cmake", "meson", "script"])
        func `each target gets its own objects, and a second run uses the store`(system: String) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            let library = try #require(Self.libraries.first { $0.name == system })
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", system, environment: ["XBUILD_MIRROR": SeedStore.mirror])
            try #require(output.status == 0, "\(output.err)")
            let expected = [
                ("linux-gnu-x86_64", "elf64-x86-64", 8), ("linux-gnu-aarch64", "elf64-littleaarch64", 8),
                ("ios-arm64", "Mach-O arm64", 8), ("ios-armv7", "Mach-O arm", 4),
            ]
            for (target, format, size) in expected {
                let prefix = "dist/\(system)-1.0/prefixes/\(target)"
                #expect(try space.read("\(prefix)/include/tiny_config.h").contains("#define TINY_LONG_SIZE \(size)\n"))
                let objects = try await LLVM.run(
                    "llvm-readobj", ["--file-headers", space.path("\(prefix)/lib/libtiny.a")])
                #expect(objects.components(separatedBy: "Format: \(format)\n").count == 4, "\(objects)")
            }
            let again = try await space.xbuild("recipe", system, environment: ["XBUILD_MIRROR": SeedStore.mirror])
            #expect(space.talk(again).hasSuffix("from the store in TIME\n"))
        }

        @Test(arguments: ["autotools", "cmake", "meson"])
        func `a flag can name a file beside the recipe`(system: String) async throws {
            let space = try TestSpace()
            var library = Self.libraries.first { $0.name == system } ?? SmallLibrary(name: system)
            library.targets = "[linux-gnu-x86_64]"
            library.files["two.c"] = "#include \"tiny.h\"\nint tiny_two(int left) { return left + BESIDE; }\n"
            library.build += ["files: beside.h", "cflags: [-g, -include, \"${FILES}/beside.h\"]"]
            library.besides["beside.h"] =
                "#define BESIDE 2\nstruct beside { int x; } __attribute__((unused)) extern beside;\n"
            try await library.install(in: space)
            let output = try await space.xbuild("recipe", system)
            // Status 0 also means that the audit found no build folders in the debug information.
            #expect(output.status == 0, "\(output.err)")
        }

        @Test(arguments: ["cmake", "meson", "script"])
        func `with --test, the library's own tests run, and a failing test fails the run`(system: String) async throws {
            let space = try TestSpace()
            var library = try #require(Self.libraries.first { $0.name == system })
            let hasEmulator = FileManager.default.isExecutableFile(atPath: "/usr/bin/qemu-aarch64")
            library.targets = hasEmulator ? "[linux-gnu-x86_64, linux-gnu-aarch64]" : "[linux-gnu-x86_64]"
            try await library.install(in: space)
            let good = try await space.xbuild("recipe", system, "--test", "--verbose")
            #expect(good.status == 0, "\(good.err)")
            let said = good.err.components(separatedBy: "tiny_one(-1) is 0").count - 1
            #expect(said == (hasEmulator ? 2 : 1), "\(good.err)")
            library.files["one.c"] = "#include \"tiny.h\"\nint tiny_one(int left) { return left; }\n"
            try await library.install(in: space)
            let bad = try await space.xbuild("recipe", system, "--test", "--keep-going")
            #expect(bad.status == 1)
            #expect(bad.err.contains("  error: the test step failed\n"), "\(bad.err)")
            #expect(bad.err.contains("linux-gnu-x86_64: test \(system) 1.0"))
        }

        // MARK: The three libraries

        private static let program = """
            #include <stdio.h>
            #include "tiny.h"
            int main(void) {
                printf("tiny_one(-1) is %d\\n", tiny_one(-1));
                return tiny_one(-1);
            }

            """

        /// C++ code that uses no standard library, because some targets have none.
        private static let plus = "template<typename T> T one(T left) { return left + 1; }\nint plus = one(1);\n"

        private static let cmake = """
            cmake_minimum_required(VERSION 3.16)
            project(tiny VERSION 1.0 LANGUAGES C CXX)
            include(CheckTypeSize)
            include(CheckFunctionExists)
            check_type_size(long TINY_LONG)
            if(NOT CMAKE_SIZEOF_VOID_P EQUAL TINY_LONG)
                message(FATAL_ERROR "an address has \"${CMAKE_SIZEOF_VOID_P}\" bytes")
            endif()
            check_function_exists(memcpy HAS_MEMCPY)
            check_function_exists(no_such_function HAS_NONE)
            if(NOT HAS_MEMCPY OR HAS_NONE)
                message(FATAL_ERROR "the linker gives wrong answers")
            endif()
            find_package(LibArchive)
            if(LibArchive_FOUND)
                message(FATAL_ERROR "the machine's own libraries are found")
            endif()
            configure_file(tiny_config.h.in tiny_config.h)
            add_library(tiny one.c two.c three.c)
            add_library(plus plus.cpp)
            target_include_directories(tiny PUBLIC $<BUILD_INTERFACE:${CMAKE_CURRENT_BINARY_DIR}>)
            enable_testing()
            add_executable(program main.c)
            add_test(NAME check COMMAND program)
            target_link_libraries(program tiny)
            install(TARGETS tiny EXPORT tiny DESTINATION lib)
            install(FILES tiny.h ${CMAKE_CURRENT_BINARY_DIR}/tiny_config.h DESTINATION include)
            install(EXPORT tiny DESTINATION lib/cmake/tiny)

            """

        private static let meson = """
            project('tiny', 'c', version: '1.0')
            compiler = meson.get_compiler('c')
            if not compiler.has_function('memcpy') or compiler.has_function('no_such_function')
              error('the linker gives wrong answers')
            endif
            if dependency('libarchive', required: false).found()
              error('the machine\\'s own libraries are found')
            endif
            configure_file(input: 'tiny_config.h.in', output: 'tiny_config.h',
              configuration: {'TINY_LONG': compiler.sizeof('long')}, install: true, install_dir: 'include')
            tiny = library('tiny', 'one.c', 'two.c', 'three.c', install: true)
            test('check', executable('program', 'main.c', link_with: tiny))
            install_headers('tiny.h')
            import('pkgconfig').generate(tiny)

            """

        static let script = """
            set -eu
            case $1 in
            configure)
                if [ "$2" = telephone ]; then [ "$PLATFORM" = ios ]; else [ "$PLATFORM" = linux ]; fi
                case $ARCH in armv7) size=4 ;; *) size=8 ;; esac
                echo "int wide[sizeof(long) == $size ? 1 : -1];" >wide.c
                $CC $CFLAGS -c wide.c
                # CC alone selects the target of a linked program, and none of its arguments causes a warning.
                echo 'int main(void) { return 0; }' >conftest.c
                $CC -Werror -c conftest.c
                $CC -Werror -E conftest.c >conftest.i
                $CC -Werror conftest.c -o conftest
                if $CC wide.c -o conftest.none 2>/dev/null; then exit 1; fi
                [ "$($CC -print-prog-name=ld)" = "$LD" ]
                case $TARGET,$(od -An -v -tx1 -N20 conftest | tr -d ' \\n') in
                ios-arm64,cffaedfe0c000001* | ios-armv7,cefaedfe0c000000*) ;;
                linux-gnu-aarch64,7f454c46*b700 | linux-gnu-x86_64,7f454c46*3e00) ;;
                *) echo 'error: a program for another machine was linked' >&2; exit 1 ;;
                esac
                sed "s/@TINY_LONG@/$size/" "$SOURCE/tiny_config.h.in" >tiny_config.h
                ;;
            build)
                for unit in one two three; do $CC $CFLAGS -I. -c "$SOURCE/$unit.c" -o $unit.o; done
                $AR crs libtiny.a one.o two.o three.o
                $CC $CFLAGS $LDFLAGS -I. "$SOURCE/main.c" libtiny.a -o program
                ;;
            test) $XBUILD_RUN ./program ;;
            install)
                mkdir -p "$DESTDIR$PREFIX/lib" "$DESTDIR$PREFIX/include"
                cp libtiny.a "$DESTDIR$PREFIX/lib"
                cp "$SOURCE/tiny.h" tiny_config.h "$DESTDIR$PREFIX/include"
            # more
                ;;
            esac

            """
    }
}
