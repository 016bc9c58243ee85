import Foundation
import Testing

extension EndToEnd {
    /// The results of configure's checks, and the check of these in every build.
    struct AnswersTests {
        private static let targets = ["macos-arm64", "linux-gnu-x86_64"]

        /// Checks functions as zlib's configure does. glibc has `arc4random` since 2.36.
        static let checks = #"""
            : >configure.log
            for name in strerror arc4random; do
                echo "char $name(); int main(void) { return $name(); }" >ztest$$.c
                { echo "=== ztest$$.c ===" && cat ztest$$.c && echo ===; } >>configure.log
                echo "$CC $CFLAGS ztest$$.c" >>configure.log
                if $CC $CFLAGS -w -fno-builtin ztest$$.c -o ztest$$ >>configure.log 2>&1; then
                    answer=Yes
                else
                    answer=No
                fi
                echo "Checking for $name... $answer." >>configure.log
            done

            """#

        private static let script = SmallLibrary(
            files: ["configure": SmallLibrary.script + checks], targets: "[\(targets.joined(separator: ", "))]",
            usesGlibcSysroot: true)

        private static let autoconf = SmallLibrary(
            usesAutoconf: true, targets: script.targets, usesGlibcSysroot: true)

        private static let cmake = SmallLibrary(
            files: [
                "CMakeLists.txt": """
                cmake_minimum_required(VERSION 3.16)
                project(tiny VERSION 1.0 LANGUAGES C)
                include(CheckFunctionExists)
                check_function_exists(strerror HAVE_STRERROR)
                check_function_exists(arc4random HAVE_ARC4RANDOM)
                set(TINY_LONG 8)
                configure_file(tiny_config.h.in tiny_config.h)
                add_library(tiny one.c two.c three.c)
                target_include_directories(tiny PUBLIC ${CMAKE_CURRENT_BINARY_DIR})
                install(TARGETS tiny DESTINATION lib)
                install(FILES tiny.h ${CMAKE_CURRENT_BINARY_DIR}/tiny_config.h DESTINATION include)

                """
            ], system: "cmake", targets: script.targets, usesGlibcSysroot: true)

        private static let meson = SmallLibrary(
            files: [
                "meson.build": """
                project('tiny', 'c', version: '1.0', meson_version: '>=0.60')
                cc = meson.get_compiler('c')
                cc.has_function('strerror')
                cc.has_function('arc4random')
                config = configuration_data()
                config.set('TINY_LONG', 8)
                configure_file(input: 'tiny_config.h.in', output: 'tiny_config.h', format: 'cmake@',
                    configuration: config, install: true, install_dir: 'include')
                library('tiny', 'one.c', 'two.c', 'three.c', install: true)
                install_headers('tiny.h')

                """
            ], system: "meson", targets: script.targets, usesGlibcSysroot: true)

        private struct Answers: Decodable {
            struct Report: Decodable {
                struct Row: Decodable {
                    var log: String
                    var check: String
                    var answers: [String: String]
                }
                var rows: [Row]
            }
            var report: Report

            func row(_ check: String) -> [String]? {
                report.rows.first { $0.check == check }.map { row in targets.map { row.answers[$0] ?? "-" } }
            }
        }

        enum System: CaseIterable {
            case script, autoconf, cmake, meson

            fileprivate var library: SmallLibrary {
                switch self {
                case .script: AnswersTests.script
                case .autoconf: AnswersTests.autoconf
                case .cmake: AnswersTests.cmake
                case .meson: AnswersTests.meson
                }
            }

            /// Returns the words for the check of a function.
            func check(_ function: String) -> String {
                switch self {
                case .script: function
                case .autoconf: "ac_cv_func_\(function)"
                case .cmake: "function \(function)"
                case .meson: "Checking for function \"\(function)\""
                }
            }

            var words: (yes: String, no: String) {
                switch self {
                case .script: ("Yes", "No")
                case .autoconf: ("yes", "no")
                case .cmake: ("found", "not found")
                case .meson: ("YES", "NO")
                }
            }
        }

        @Test(arguments: System.allCases)
        func `the results of each build system are shown and equal in every folder`(_ system: System) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            try await system.library.install(in: space)
            try await space.run("cp", ["-r", space.path("store"), space.path("other")])
            let output = try await space.xbuild("answers", "tiny", "--json")
            try #require(output.status == 0, "\(output.err)")
            let found = try #require(try JSONDecoder().decode([Answers].self, from: Data(output.out.utf8)).first)
            let (yes, no) = system.words
            #expect(found.row(system.check("strerror")) == [yes, yes])
            #expect(found.row(system.check("arc4random")) == [yes, no])
            let table = try await space.xbuild("answers", "tiny", "--store", space.path("other"), "--sandbox", "off")
            #expect(table.status == 0, "\(table.err)")
            #expect(table.out.hasPrefix("tiny 1.0 "), "\(table.out)")
            let (same, different) = (system.check("strerror"), system.check("arc4random"))
            #expect(table.out.contains(different) && !table.out.contains(same), "\(table.out)")
            let kept = try space.keptAnswers("store")
            #expect(try kept.count >= 2 && kept == space.keptAnswers("other"))
        }

        /// The C statement of a linker for programs, and the fault that it causes.
        private static let linkers: [(row: String, statement: String, fault: String, function: String)] = [
            ("fails", "return 1;", "failed, but the C library has the function", "strerror"),
            ("succeeds", "return output(words);", "but no library of the target has the function", "arc4random"),
        ]

        /// A linker that makes the sysroot's libraries, but not the programs of checks.
        private static func linker(_ statement: String, real: String) -> String {
            """
            #include <fcntl.h>
            #include <string.h>
            #include <unistd.h>
            static int output(char **words) {
                while (strcmp(*words, "-o") != 0) words++;
                return close(open(words[1], O_WRONLY | O_CREAT, 0755));
            }
            int main(int count, char **words) {
                for (int index = 1; index < count; index++)
                    if (strcmp(words[index], "-shared") == 0 || strcmp(words[index], "-r") == 0
                        || strcmp(words[index], "--version") == 0)
                        return execv("\(real)", words);
                \(statement)
            }

            """
        }

        @Test(arguments: linkers) func `a linker that always fails or succeeds is noticed in every build`(
            row: String, statement: String, fault: String, function: String
        ) async throws {
            let space = try TestSpace()
            try await SeedStore.plant(in: space)
            var library = Self.script
            library.targets = "[linux-gnu-x86_64]"
            try await library.install(in: space)
            let toolchain = "\(SmallLibrary.home)/toolchains/linux-gnu.yaml"
            let text = try space.read(toolchain)
            try space.remove(toolchain)
            try space.write(
                text.replacing(/(?m)^      ld: \{ try: .*$/, with: "      ld: { try: \(space.path("bin/ld.lld")) }"),
                to: toolchain)
            let real = try await space.run(
                "sh", ["-c", "readlink -f \"$(command -v ld.lld-19 || command -v ld.lld)\""])
            try space.write(Self.linker(statement, real: String(real.out.dropLast())), to: "bin/linker.c")
            let made = try await space.run("clang", ["bin/linker.c", "-o", "bin/ld.lld"])
            try #require(made.status == 0, "\(made.err)")
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 5, "\(output.err)")
            #expect(output.err.contains("`configure.log` for `linux-gnu-x86_64`: the check"), "\(output.err)")
            #expect(output.err.contains("`\(function)`") && output.err.contains(fault), "\(output.err)")
            let shown = try await space.xbuild("answers", "tiny", "--all")
            #expect(shown.status == 5 && shown.out.contains("strerror"), "\(shown.out)\(shown.err)")
            let recipe = try space.read(library.recipe)
            try space.write(recipe + "explained: { \(function): the linker is broken }\n", to: library.recipe)
            let explained = try await space.xbuild("recipe", "tiny")
            #expect(explained.status == 0, "\(explained.err)")
        }
    }
}

extension TestSpace {
    /// Returns the kept lines of logs with results of functions, which a store holds as blobs.
    fileprivate func keptAnswers(_ store: String) throws -> Set<String> {
        let folder = folder.appending(path: "\(store)/cas")
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
        let texts = names.compactMap { try? String(contentsOf: folder.appending(path: $0), encoding: .utf8) }
        return Set(texts.filter { $0.contains("compiler /") && $0.contains("arc4random") })
    }
}
