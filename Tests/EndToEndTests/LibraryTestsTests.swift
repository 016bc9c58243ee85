import Foundation
import Testing

extension EndToEnd {
    /// `xbuild recipe NAME --test`.
    struct LibraryTestsTests {
        private static func library(_ expected: Int, targets: String = "[linux-gnu-x86_64]") -> SmallLibrary {
            let check = """
                #include <stdio.h>
                #include "tiny.h"
                int main(void) {
                    int found = tiny_one(1);
                    printf("tiny_one(1) is %d\\n", found);
                    return found == \(expected) ? 0 : 1;
                }

                """
            return SmallLibrary(files: ["check.c": check], targets: targets, more: ["tests:", "  make: check"])
        }

        @Test func `a library's tests run once, and their result is then cached`() async throws {
            let space = try TestSpace()
            try await Self.library(2).install(in: space)
            let planned = try await space.xbuild("plan", "tiny", "--test")
            #expect(planned.out.contains("linux-gnu-x86_64  test tiny 1.0 "), "\(planned.out)")
            let plain = try await space.xbuild("recipe", "tiny", "--events", "plain.json")
            #expect(plain.status == 0, "\(plain.err)")
            #expect(try !space.events("plain.json").finished(.built).contains("linux-gnu-x86_64: test tiny 1.0"))
            let first = try await space.xbuild("recipe", "tiny", "--test", "--events", "first.json", "--verbose")
            #expect(first.status == 0, "\(first.err)")
            #expect(first.err.contains("| tiny_one(1) is 2\n"))
            #expect(try space.events("first.json").finished(.built) == ["linux-gnu-x86_64: test tiny 1.0"])
            let second = try await space.xbuild("recipe", "tiny", "--test", "--events", "second.json")
            #expect(second.status == 0)
            #expect(try space.events("second.json").finished(.built) == [])
        }

        @Test(.enabled(if: SandboxTool.works, "bubblewrap does not work here"), arguments: [false, true])
        func `a library's tests may use ptrace only if the recipe says so`(_ asks: Bool) async throws {
            let check = """
                #include <stdio.h>
                #include <sys/ptrace.h>
                #include "tiny.h"
                int main(void) {
                    if (ptrace(PTRACE_TRACEME, 0, NULL, NULL) != 0) perror("ptrace");
                    else printf("traced\\n");
                    return tiny_one(1) != 2;
                }

                """
            let space = try TestSpace()
            let lines = ["tests:", "  make: check"] + (asks ? ["  ptrace: true"] : [])
            try await SmallLibrary(files: ["check.c": check], more: lines).install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--test", "--verbose", "--sandbox", "require")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.err.contains("| traced\n") == asks, "\(output.err)")
            #expect(output.err.contains("| ptrace: Operation not permitted\n") == !asks, "\(output.err)")
        }

        @Test func `if a library's test fails, the run fails and prints the end of the test's log`() async throws {
            let space = try TestSpace()
            try await Self.library(3).install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--test", "--keep-going")
            #expect(output.status == 1)
            #expect(output.err.contains("error: linux-gnu-x86_64: test tiny 1.0 exited with status 2\n"))
            #expect(output.err.contains("\n  tiny_one(1) is 2\n"))
            #expect(space.exists("dist/tiny-1.0"))
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/qemu-aarch64")))
        func `tests for another processor run in the emulator`() async throws {
            let space = try TestSpace()
            try await Self.library(2, targets: "[linux-gnu-aarch64]").install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--test", "--verbose")
            #expect(output.status == 0, "\(output.err)")
            #expect(output.err.contains("qemu-aarch64 -L /usr/aarch64-linux-gnu ./check\n"))
            #expect(output.err.contains("| tiny_one(1) is 2\n"))
        }

        @Test func `a note names the targets for which the recipe has no tests`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            let output = try await space.xbuild("recipe", "tiny", "--test")
            #expect(output.status == 0)
            #expect(
                output.err.hasPrefix(
                    "note: the tests of tiny 1.0 are not run for `linux-gnu-x86_64`: the recipe has none\n"))
        }
    }
}
