import Foundation
import Testing

extension EndToEnd {
    /// Compilers that are wrappers, and folders in another order on `PATH`.
    struct ToolIdentityTests {
        private let space: TestSpace
        private static let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"

        init() async throws {
            space = try TestSpace()
            try await SmallLibrary().install(in: space)
        }

        /// The path of the first clang on `PATH`.
        private static let clang: String? = path.split(separator: ":").map { "\($0)/clang" }
            .first(where: FileManager.default.isExecutableFile(atPath:))

        private static let wrappers: [(row: String, text: String)] = [
            ("an honest script", "exec CLANG \"$@\"\n"),
            ("a script that hides the commands", "case \"$*\" in *'-###'*) exit 0 ;; esac\nexec CLANG \"$@\"\n"),
        ]

        @Test(arguments: wrappers) func `a script in place of the compiler is refused`(
            row: String, text: String
        ) async throws {
            let clang = try #require(Self.clang)
            try space.write("#!/bin/sh\n" + text.replacing("CLANG", with: clang), to: "bin/clang")
            try await space.run("chmod", ["755", space.path("bin/clang")])
            let output = try await space.xbuild(
                "recipe", "tiny", environment: ["PATH": space.path("bin") + ":" + Self.path])
            #expect(output.status == 3, "\(output.err)")
            let (wrapper, isHonest) = (space.path("bin/clang"), row == "an honest script")
            #expect(
                output.err.hasPrefix(
                    isHonest
                        ? "error: `\(wrapper)` is a wrapper of `\(clang)`\nhint: give that path, `tools: { cc: \(clang) }`"
                        : "error: the tool `\(wrapper)` (cc) is a script or a wrapper, not the program itself\nhint: "),
                "\(output.err)")
            #expect(!output.err.contains("warning"))
        }

        /// The masquerade of ccache and others: a link with the compiler's name to a program that calls the compiler.
        @Test func `a program that calls the compiler is refused`() async throws {
            let clang = try #require(Self.clang)
            try space.write(
                """
                #include <unistd.h>
                int main(int count, char **words) {
                    (void)count;
                    words[0] = "\(clang)";
                    return execv(words[0], words);
                }

                """, to: "masquerade.c")
            let made = try await space.run(
                clang, ["masquerade.c", "-o", space.path("masquerade")], environment: ["PATH": Self.path])
            try #require(made.status == 0, "\(made.err)")
            try FileManager.default.createDirectory(
                atPath: space.path("bin"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(
                atPath: space.path("bin/clang"), withDestinationPath: space.path("masquerade"))
            let output = try await space.xbuild(
                "plan", "tiny", environment: ["PATH": space.path("bin") + ":" + Self.path])
            #expect(output.status == 3, "\(output.err)")
            #expect(
                output.err.hasPrefix("error: `\(space.path("bin/clang"))` is a wrapper of `\(clang)`\n"),
                "\(output.err)")
        }

        /// Copies the compiler with its headers to `cc` in the space; returns a `PATH` that begins with it.
        private func copyCompiler() async throws -> String {
            let script = """
                mkdir -p cc/bin cc/lib
                cp -L "$0" cc/bin/clang
                version=$("$0" -print-resource-dir)
                mkdir -p "cc/lib/clang/${version##*/}/lib"
                cp -r "$version/include" "cc/lib/clang/${version##*/}/"
                """
            let made = try await space.run("sh", ["-euc", script, try #require(Self.clang)])
            try #require(made.status == 0, "\(made.err)")
            return space.path("cc/bin") + ":" + Self.path
        }

        @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/bwrap"), "no bubblewrap"))
        func `a compiler that reads files of the machine is refused`() async throws {
            let path = try await copyCompiler()
            let plan = { try await space.xbuild("plan", "tiny", environment: ["PATH": path]) }
            let good = try await plan()
            try #require(good.status == 0, "\(good.err)")
            try space.write("#define MACHINE 1\n", to: "machine.h")
            try space.write("-include \(space.path("machine.h"))\n", to: "cc/bin/clang.cfg")
            let bad = try await plan()
            #expect(bad.status == 3, "\(bad.err)")
            let clang = space.path("cc/bin/clang")
            #expect(
                bad.err.hasPrefix("error: the compiler `\(clang)` needs other files than its own: "), "\(bad.err)")
        }

        @Test func `the order of PATH does not change keys if it leads to the same files`() async throws {
            let folder = (Self.clang ?? "").split(separator: "/").dropLast().map { "/" + $0 }.joined()
            let plan = { (path: String) in
                try await space.xbuild("plan", "tiny", "--json", environment: ["PATH": path]).out
            }
            let first = try await plan("/usr/bin:/bin:\(folder)")
            #expect(first.contains("\"key\""))
            #expect(try await plan("/bin:/usr/bin:\(folder)") == first)
        }

        @Test func `the folders that autoreconf reads are in the key of the bootstrap alone`() async throws {
            try await SmallLibrary(usesAutoconf: true).install(in: space)
            let plan = try await space.xbuild("plan", "tiny", "--json")
            #expect(plan.status == 0, "\(plan.err)")
            let steps = plan.out.split(separator: "\"platform\"").filter { $0.contains("\"share.aclocal\"") }
            #expect(steps.count == 1)
            #expect(steps.first?.contains("\"share.autoconf\"") == true && steps.first?.contains("tool.cc") == false)
        }

        /// The remembered result is replaced by another one, which is then in the plan.
        @Test func `a compiler is examined only once`() async throws {
            let first = try await space.xbuild("plan", "tiny", "--json").out
            let lines = try space.read("store/tool-facts").split(separator: "\n").map(String.init)
            let canary = try #require(lines.first { $0.hasPrefix("canary ") }?.split(separator: "\t").last)
            #expect(first.contains("\"\(canary)\""))
            let other = canary.hasPrefix("0") ? "1" + canary.dropFirst() : "0" + canary.dropFirst()
            try space.write(lines.dropFirst().map { $0.replacing(canary, with: other) + "\n" }.joined(), to: "facts")
            let sum = try space.sha256("facts")
            try space.write("xbuild tool facts 1 \(sum)\n" + space.read("facts"), to: "store/tool-facts")
            #expect(try await space.xbuild("plan", "tiny", "--json").out.contains("\"\(other)\""))
        }
    }
}
