import Foundation
import Targets
import TestSupport
import Testing

@testable import Toolchains

/// The shipped toolchain for Linux with the compilers, libraries and emulators of this machine.
@Suite(.enabled(if: Target.host.platform == .linux && ToolFolder.isThere("clang")), .tags(.process))
struct LinuxCompileTests {
    private static let program = """
        #include <math.h>
        #include <pthread.h>
        #include <stdio.h>
        static void *work(void *result) { *(int *)result = 7; return result; }
        int main(int count, char **words) {
            pthread_t thread;
            int result = 0;
            if (pthread_create(&thread, 0, work, &result) || pthread_join(thread, 0)) return 1;
            return printf("%d %.3f %s", result, sin(count), ARCHITECTURE) < 0;
        }
        """

    private static let other: Target = Target.host == Machines.linux ? Machines.linuxARM : Machines.linux

    private static var canRunOther: Bool {
        FileManager.default.fileExists(atPath: "/usr/\(other.architectureWord)-linux-gnu/include/stdio.h")
            && ToolFolder.isThere("qemu-\(other.architectureWord)")
    }

    @Test func `a program compiled for the host runs`() async throws { try await Self.run(.host) }

    @Test(.enabled(if: canRunOther)) func `a program cross-compiled for x86_64 or arm64 runs in the emulator`()
        async throws
    {
        try await Self.run(Self.other)
    }

    private static func run(_ target: Target) async throws {
        let toolchain = try await ToolFolder.resolve(target)
        let runner = try #require(toolchain.run).map { $0.resolved(root: "") }
        try await ToolFolder.with { toolFolder in
            try toolFolder.placeLinker(toolchain)
            try toolFolder.write("a.c", program)
            let word = target.architectureWord
            let built = try toolFolder.run(
                toolFolder.compiler(toolchain)
                    + ["-Werror", "-DARCHITECTURE=\"\(word)\"", "a.c", "-o", "a", "-lm", "-lpthread"])
            #expect(built.status == 0, "\(built.output)")
            let ran = try toolFolder.run(runner + [toolFolder.root.appendingPathComponent("a").path])
            #expect(ran.output == "7 0.841 \(word)")
        }
    }

    @Test(.enabled(if: canRunOther)) func `a cross build does not use the host's headers and libraries`()
        async throws
    {
        let toolchain = try await ToolFolder.resolve(Self.other)
        try await ToolFolder.with { toolFolder in
            try toolFolder.placeLinker(toolchain)
            try toolFolder.write("a.c", "int main(void) { return 0; }")
            let search = try toolFolder.run(toolFolder.compiler(toolchain) + ["-v", "-E", "a.c"]).output
            let folders = search.split(separator: "\n").filter { $0.hasPrefix(" /") }.map { $0.dropFirst() }
            #expect(!folders.isEmpty)
            for folder in folders {
                let path = URL(fileURLWithPath: String(folder)).standardizedFileURL.path
                #expect(path != "/usr/include" && path != "/usr/local/include")
            }
            let link = try toolFolder.run(
                toolFolder.compiler(toolchain) + ["a.c", "-o", "a", "-Wl,--verbose"])
            #expect(link.status == 0)
            let host = "/lib/\(Target.host.architectureWord)-linux-gnu/"
            #expect(!link.output.contains(host))
        }
    }

    @Test func `the runtime libraries of a resolved toolchain exist`() async throws {
        for target in Self.canRunOther ? [.host, Self.other] : [.host] {
            for library in try await ToolFolder.resolve(target).runtimeLibraries {
                #expect(FileManager.default.fileExists(atPath: library.resolved(root: "")), "\(library)")
            }
        }
    }
}
