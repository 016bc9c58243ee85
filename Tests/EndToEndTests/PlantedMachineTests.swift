import Foundation
import Testing

extension EndToEnd {
    /// Builds on a machine with headers, pkg-config files, CMake files and settings of configure that are no inputs. They
    /// are planted in a mount namespace of the test's own, so that the machine does not change.
    struct PlantedMachineTests {
        /// Whether this machine permits overlays in a new mount namespace: root in a container may lack the permission.
        static let canPlant: Bool = {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/unshare")
            process.arguments = ["-m", "sh", "-c", mounts + "mount -t tmpfs none /mnt && over /usr/local"]
            (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        /// The shell function that makes changes of a folder invisible outside of the namespace.
        private static let mounts = """
            over() {
                mkdir -p /mnt/up$1 /mnt/work$1 &&
                mount -t overlay none -o "lowerdir=$1,upperdir=/mnt/up$1,workdir=/mnt/work$1" "$1"
            }

            """

        /// Headers stop the compiler; the other files stop configure, or name libraries that do not exist.
        private static let plants =
            mounts + """
                set -e
                mount -t tmpfs none /mnt
                over /usr/local
                over /usr/include
                over /opt
                over /etc
                mkdir -p /usr/local/include/valgrind /usr/local/lib/pkgconfig /usr/local/share /usr/local/etc
                for name in alloca assert ctype errno fcntl limits memory stdarg stddef stdint stdio stdlib string \
                    strings sys/types time unistd wchar zlib gmp secp256k1 valgrind/memcheck; do
                    for folder in /usr/include /usr/local/include /opt/include; do
                        mkdir -p "$(dirname "$folder/$name.h")"
                        echo '#error "this header belongs to the machine"' >"$folder/$name.h"
                    done
                done
                for name in zlib libcrypto libsecp256k1 valgrind; do
                    printf 'Name: %s\\nDescription: x\\nVersion: 9\\nLibs: -lnone\\n' $name \
                        >/usr/local/lib/pkgconfig/$name.pc
                    mkdir -p /usr/local/lib/cmake/$name
                    echo 'message(FATAL_ERROR "a file of the machine")' >/usr/local/lib/cmake/$name/$name-config.cmake
                done
                echo 'exit 9' | tee /usr/local/share/config.site /etc/config.site >/usr/local/etc/config.site
                exec "$@"

                """

        @Test(
            .enabled(if: canPlant, "`unshare -m` cannot mount overlays here"),
            arguments: ["require", "off"])
        func `files of the machine change neither keys nor bytes`(_ sandbox: String) async throws {
            try await SeedStore.isFetched.value
            let (clean, planted) = (try TestSpace(), try TestSpace())
            let command = [
                TestSpace.binary, "recipe", "secp256k1", "zlib", "--targets", TestSpace.host, "--sandbox", sandbox,
                "--events", "events.json",
            ]
            var environment = ["XBUILD_MIRROR": SeedStore.mirror]
            environment.merge(clean.environment) { $1 }
            let first = try await clean.run("env", command, environment: environment)
            try #require(first.status == 0, "\(first.err)")
            environment.merge(planted.environment) { $1 }
            let second = try await planted.run(
                "unshare", ["-m", "sh", "-c", Self.plants, "sh"] + command, environment: environment)
            try #require(second.status == 0, "\(second.err)")
            let difference = try await clean.run(
                "diff", ["-r", clean.path("dist"), planted.path("dist")], environment: environment)
            #expect(difference.status == 0, "\(difference.out)")
            #expect(clean.storedKeys == planted.storedKeys && !clean.storedKeys.isEmpty)
        }
    }
}
