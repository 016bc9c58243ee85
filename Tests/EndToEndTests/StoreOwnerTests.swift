import Foundation
import TestSupport
import Testing

extension EndToEnd {
    /// Stores of other users, shared stores, and stores that cannot be written.
    struct StoreOwnerTests {
        /// The numbers of a group and of users that need not exist.
        private static let group = "54321"
        private static let users = ["54331", "54332"]
        private static let stranger = "54339"

        /// Whether this process may run programs as other users, who can reach the test's folder.
        static let mayChangeUser = getuid() == 0 && FileManager.default.fileExists(atPath: "/usr/bin/setpriv")

        /// Returns a space with a library, in which each user has a folder.
        private func space() async throws -> TestSpace {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            for user in Self.users + [Self.stranger] { try await space.run("install", ["-d", "-o", user, user]) }
            return space
        }

        /// Runs a shell script as a user, in this user's folder. `xbuild` is the program.
        private func run(
            _ script: String, as user: String, groups: String = Self.group, in space: TestSpace
        ) async throws -> TestSpace.Output {
            let folder = space.path(user)
            let environment = space.environment.merging(["HOME": folder]) { $1 }
            return try await space.run(
                "setpriv",
                [
                    "--reuid", user, "--regid", user, "--groups", groups, "/bin/sh", "-c",
                    "cd \"$0\"; xbuild() { '\(TestSpace.binary)' \"$@\"; }; \(script)", folder,
                ], environment: environment)
        }

        @Test(.enabled(if: mayChangeUser, "this user cannot run programs as another user"))
        func `two users with different umasks share a store`() async throws {
            let space = try await space()
            try await SmallLibrary(name: "other").install(in: space)
            try await space.run("install", ["-d", "-o", Self.users[0], "-g", Self.group, space.path("store")])
            let made = try await run(
                "umask 077; xbuild store init --shared \"$XBUILD_STORE\"", as: Self.users[0], in: space)
            #expect(made.status == 0 && made.out.contains("group \(Self.group)"), "\(made.err)")

            async let first = run("umask 077; xbuild recipe tiny other", as: Self.users[0], in: space)
            async let second = run("umask 022; xbuild recipe tiny other", as: Self.users[1], in: space)
            for output in try await [first, second] { #expect(output.status == 0, "\(output.err)") }
            let dist = try Self.users.map { try space.contents("\($0)/dist") }
            #expect(dist[0].differences(from: dist[1]) == [])

            let upkeep = "for i in 1 2 3 4 5; do xbuild store verify && xbuild store gc --max-size 20K || exit; done"
            async let third = run("umask 022; \(upkeep)", as: Self.users[1], in: space)
            async let fourth = run("umask 077; \(upkeep); xbuild recipe tiny", as: Self.users[0], in: space)
            for output in try await [third, fourth] { #expect(output.status == 0, "\(output.out)\(output.err)") }
            let last = try await run("umask 077; xbuild store gc --max-size 0", as: Self.users[0], in: space)
            #expect(last.out.hasSuffix("and has 0 B\n"), "\(last.out)\(last.err)")
        }

        @Test(.enabled(if: mayChangeUser, "this user cannot run programs as another user"))
        func `a shared store is refused to users outside its group`() async throws {
            let space = try await space()
            try await space.run("install", ["-d", "-o", Self.users[0], "-g", Self.group, space.path("store")])
            _ = try await run("xbuild store init --shared", as: Self.users[0], in: space)
            let output = try await run("xbuild recipe tiny", as: Self.stranger, groups: Self.stranger, in: space)
            #expect(output.status == 2)
            #expect(
                output.err == """
                    error: the store `\(space.path("store"))` is not used: `\(space.path("store"))` is shared with group \
                    \(Self.group), to which this process does not belong
                    hint: make this user a member of group \(Self.group) (with docker: `--group-add \(Self.group)`), or \
                    name another folder with --store or XBUILD_STORE

                    """)
        }

        @Test(.enabled(if: mayChangeUser, "this user cannot run programs as another user"))
        func `root does not use the store of another user`() async throws {
            let space = try await space()
            let store = space.path("store")
            try await space.run("install", ["-d", "-o", Self.users[0], store])
            let output = try await space.xbuild("recipe", "tiny")
            #expect(output.status == 2)
            #expect(
                output.err == """
                    error: the store `\(store)` is not used: `\(store)` belongs to user \(Self.users[0]), who could change \
                    stored results
                    hint: `chown -R 0 '\(store)'` gives the store to this user, or run xbuild as user \(Self.users[0]) \
                    (with docker: `--user \(Self.users[0])`), or name another folder with --store or XBUILD_STORE

                    """)
            #expect(try await space.xbuild("store", "gc").status == 2)
        }

        @Test func `a store that all users can write is refused`() async throws {
            let space = try await space()
            try await space.run("mkdir", ["-p", "store/ac"])
            try await space.run("chmod", ["777", "store/ac"])
            let output = try await space.xbuild("recipe", "tiny")
            #expect(
                output.status == 2 && output.err.contains("hint: its owner takes this right away with `chmod -R go-w"))
            try await space.run("chmod", ["-R", "go-w", "store"])
            #expect(try await space.xbuild("recipe", "tiny").status == 0)
        }

        @Test(.enabled(if: mayChangeUser, "this user cannot run programs as another user"))
        func `a store of root serves results to a user who cannot write to it`() async throws {
            let space = try await space()
            #expect(try await space.xbuild("recipe", "tiny").status == 0)
            let served = try await run("xbuild recipe tiny && xbuild store verify", as: Self.stranger, in: space)
            #expect(served.status == 0, "\(served.err)")
            #expect(try space.contents("\(Self.stranger)/dist").differences(from: space.contents("dist")) == [])

            try await SmallLibrary(build: ["cflags: -DTINY_EXTRA=1"]).install(in: space)
            let refused = try await run("xbuild recipe tiny", as: Self.stranger, in: space)
            #expect(refused.status == 70)
            #expect(
                refused.err.hasSuffix(
                    """
                    error: the store `\(space.path("store"))` cannot be written
                    hint: it serves the results that it has; for others, name another folder with --store or XBUILD_STORE

                    """), "\(refused.err)")
            let collected = try await run("xbuild store gc --max-size 0", as: Self.stranger, in: space)
            #expect(collected.status == 70)
        }

        @Test func `a run says once a week that the store is large`() async throws {
            let space = try await space()
            // A sparse file counts with its length.
            let blob = "store/cas/00/" + String(repeating: "0", count: 64)
            try space.write("", to: blob)
            try await space.run("truncate", ["-s", "21G", blob])
            let note = """
                note: the store `\(space.path("store"))` has 21.0 GiB: `xbuild store gc` removes the least recently used \
                results until it has 20.0 GiB

                """
            let first = try await space.xbuild("recipe", "tiny")
            #expect(first.status == 0 && first.err.hasSuffix(note), "\(first.err)")
            #expect(try await !space.xbuild("recipe", "tiny").err.contains("gc"))
            try await SmallLibrary(build: ["cflags: -DTINY_EXTRA=1"]).install(in: space)
            #expect(try await !space.xbuild("recipe", "tiny").err.contains("gc"))
            try await space.run("touch", ["-d", "8 days ago", "store/size-checked"])
            try await SmallLibrary(build: ["cflags: -DTINY_EXTRA=2"]).install(in: space)
            let third = try await space.xbuild("warm", "--recipes", "tiny")
            #expect(third.status == 0 && third.err.hasSuffix(note), "\(third.err)")
        }
    }
}
