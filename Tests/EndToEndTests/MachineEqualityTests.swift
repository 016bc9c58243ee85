import Foundation
import Testing

extension EndToEnd {
    /// Builds as another user and on another system, compared with builds as root on this one.
    @Suite(.serialized, .enabled(if: getuid() == 0, "only root can become another user or change its root folder"))
    struct MachineEqualityTests {
        /// A Debian 13 root that `scripts/setup debian13` makes.
        private static let debian = TestSpace.repository.appending(path: ".build/debian-13")
            .path(percentEncoded: false)
        private static let hasDebian = FileManager.default.isExecutableFile(atPath: debian + "/usr/bin/make")

        private static let recipes: [String] = {
            let folder = TestSpace.repository.appending(path: "recipes").path(percentEncoded: false)
            return ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
        }()

        private let (own, other): (TestSpace, TestSpace)

        init() throws { (own, other) = (try TestSpace(), try TestSpace()) }

        /// Builds recipes in both spaces; the command of the second build follows `entering`.
        private func build(_ recipes: [String], entering words: [String]) async throws {
            let selected = recipes + ["--targets", "\(TestSpace.host),ios-arm64"]
            let fetched = try await own.xbuild(["fetch"] + selected, environment: own.largeEnvironment)
            try #require(fetched.status == 0, "\(fetched.err)")
            let build = ["recipe"] + selected + ["--sandbox", "require", "--timeout", "none"]
            var environment = ["XBUILD_MIRROR": own.path("mirror")]
            let first = try await own.xbuild(build, environment: environment)
            try #require(first.status == 0, "\(first.err)")
            environment.merge(other.environment) { $1 }
            try await other.run("chmod", ["-R", "go+rX", own.path("mirror")])
            let second = try await other.run(
                words[0], Array(words.dropFirst()) + [TestSpace.binary] + build, environment: environment)
            try #require(second.status == 0, "\(second.err)")
        }

        @Test(.large) func `builds of all recipes by root and by an ordinary user have equal keys and bytes`()
            async throws
        {
            try await other.run("chown", ["65534:65534", other.path("")])
            try await build(
                Self.recipes, entering: ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"])
            let difference = try await own.run("diff", ["-r", own.path("dist"), other.path("dist")])
            #expect(difference.status == 0, "\(difference.out)")
            #expect(own.storedKeys == other.storedKeys && !own.storedKeys.isEmpty)
        }

        /// Enters the root by `pivot_root`, since a process in a `chroot` cannot make the namespaces of a sandbox.
        private static let entry = """
            set -eu
            root=$1 compilers=$2
            shift 2
            mount --bind "$root" "$root"
            for folder in "${compilers%/usr/bin}" "$XBUILD_HOME"; do
                mkdir -p "$root$folder"
                mount --rbind "$folder" "$root$folder"
            done
            mount -t proc proc "$root/proc"
            mount --rbind /dev "$root/dev"
            here=$(pwd)
            mkdir -p "$root/old"
            cd "$root"
            pivot_root . old
            umount -l /old
            cd "$here"
            PATH=$compilers:/usr/bin:/bin exec "$@"
            """

        @Test(.large, .enabled(if: hasDebian, "there is no Debian 13 root: `scripts/setup debian13`"))
        func `Debian 12 and 13 give equal archives, headers, module maps and pkg-config files`() async throws {
            let found = try await own.run("sh", ["-c", "dirname \"$(readlink -f \"$(command -v clang)\")\""])
            let compilers = String(found.out.dropLast())
            try await build(
                ["secp256k1", "zlib", "curl"],
                entering: ["unshare", "-m", "sh", "-c", Self.entry, "sh", Self.debian, compilers])
            let difference = try await own.run(
                "diff", ["-rq", "-x", "manifest.json", "-x", ".*.tree", own.path("dist"), other.path("dist")])
            #expect(difference.status == 0, "\(difference.out)")
            for name in own.names(in: "dist") where !name.hasPrefix(".") {
                let words = try await own.xbuild("diff", own.path("dist/\(name)"), other.path("dist/\(name)"))
                #expect(words.status == 1 && words.out.hasSuffix("\nonly tools differ\n"), "\(words.out)\(words.err)")
            }
        }
    }
}
