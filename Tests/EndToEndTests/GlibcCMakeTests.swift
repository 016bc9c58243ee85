import Testing

extension EndToEnd {
    /// CMake builds with the glibc sysroot of the shipped toolchain.
    struct GlibcCMakeTests {
        private static let project = """
            cmake_minimum_required(VERSION 3.16)
            project(tiny VERSION 1.0 LANGUAGES C CXX)
            foreach(name m dl pthread rt)
                find_library(FOUND_${name} ${name})
                if(NOT FOUND_${name} MATCHES "/sysroot/usr/lib/lib${name}\\\\.")
                    message(FATAL_ERROR "${name} is ${FOUND_${name}}")
                endif()
            endforeach()
            find_library(FOUND_archive archive)
            find_path(FOUND_header archive.h)
            find_package(LibArchive)
            if(FOUND_archive OR FOUND_header OR LibArchive_FOUND)
                message(FATAL_ERROR "the machine's own libraries are found")
            endif()
            find_package(Threads REQUIRED)
            configure_file(tiny_config.h.in tiny_config.h)
            add_library(tiny one.c two.c three.c)
            add_library(plus plus.cpp)
            target_include_directories(tiny PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
            install(TARGETS tiny DESTINATION lib)
            install(FILES tiny.h ${CMAKE_CURRENT_BINARY_DIR}/tiny_config.h DESTINATION include)

            """

        @Test(arguments: ["linux-gnu-x86_64", "linux-gnu-aarch64"])
        func `CMake finds glibc's libraries in the sysroot, and nothing of the machine`(_ target: String) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: [
                    "CMakeLists.txt": Self.project,
                    "plus.cpp": "template<typename T> T one(T left) { return left + 1; }\nint plus = one(1);\n",
                ], system: "cmake", targets: "[\(target)]", usesGlibcSysroot: true
            ).install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 0, "\(output.err)")
        }

        private static let programs = #"""
            cmake_minimum_required(VERSION 3.16)
            project(tiny VERSION 1.0 LANGUAGES C CXX)
            include(CheckCXXCompilerFlag)
            include(CheckCXXSourceCompiles)
            check_cxx_compiler_flag(-Wall KNOWS_WALL)
            check_cxx_source_compiles(
                "int main() { try { throw 1; } catch (int) { delete new int; } return 0; }" LINKS_EXCEPTIONS)
            check_cxx_source_compiles("int unknown(); int main() { return unknown(); }" LINKS_UNKNOWN)
            if(NOT KNOWS_WALL OR NOT LINKS_EXCEPTIONS OR LINKS_UNKNOWN)
                message(FATAL_ERROR "${KNOWS_WALL} ${LINKS_EXCEPTIONS} ${LINKS_UNKNOWN}")
            endif()
            configure_file(tiny_config.h.in tiny_config.h)
            add_library(tiny one.c two.c three.c)
            target_include_directories(tiny PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
            install(TARGETS tiny DESTINATION lib)
            install(FILES tiny.h ${CMAKE_CURRENT_BINARY_DIR}/tiny_config.h DESTINATION include)

            """#

        @Test func `CMake links C++ programs, and none with an unknown function`() async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await SmallLibrary(
                files: ["CMakeLists.txt": Self.programs], system: "cmake",
                targets: "[linux-gnu-x86_64, linux-gnu-aarch64, ios-arm64, ios-armv7]", usesGlibcSysroot: true
            ).install(in: space)
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 0, "\(output.err)")
        }
    }
}
