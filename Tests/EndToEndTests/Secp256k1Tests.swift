import Foundation
import Testing

extension EndToEnd {
    /// secp256k1, the example of the README: ten targets in one run, inspected with LLVM's programs.
    struct Secp256k1Tests {
        /// For each Apple target: the load command that its objects must have, and the version in the command.
        private static let minimums = [
            ("ios-armv7", "LC_VERSION_MIN_IPHONEOS", "version 9.0"),
            ("ios-armv7s", "LC_VERSION_MIN_IPHONEOS", "version 9.0"),
            ("ios-arm64", "LC_VERSION_MIN_IPHONEOS", "version 9.0"),
            ("ios-simulator-i386", "LC_VERSION_MIN_IPHONEOS", "version 9.0"),
            ("ios-simulator-x86_64", "LC_VERSION_MIN_IPHONEOS", "version 9.0"),
            ("ios-simulator-arm64", "platform iossimulator", "minos 14.0"),
            ("macos-x86_64", "LC_VERSION_MIN_MACOSX", "version 10.13"),
            ("macos-arm64", "platform macos", "minos 11.0"),
        ]

        @Test func `one run builds ten targets`() async throws {
            let built = try await Secp256k1.standard.value
            #expect(built.output.status == 0, "\(built.output.err)")
            #expect(built.output.out == "dist/secp256k1-0.5.0\n")
            #expect(built.space.names(in: built.folder + "/prefixes") == Secp256k1.architectures.keys.sorted())
            #expect(
                built.space.names(in: built.folder + "/lib") == ["ios", "ios-simulator", "libsecp256k1.a", "macos"])
            #expect(built.space.names(in: built.folder + "/licenses") == ["COPYING"])
            #expect(try built.space.events("events.json").finished(.cached) == [])
        }

        @Test func `a second run builds nothing`() async throws {
            let built = try await Secp256k1.standard.value
            let before = try built.space.contents("dist")
            let again = try await built.space.xbuild("recipe", "secp256k1", "--events", "again.json")
            #expect(again.status == 0)
            #expect(try built.space.events("again.json").finished(.built) == [])
            #expect(built.space.talk(again) == "\(41 + SmallLibrary.importsHere) from the store in TIME\n")
            #expect(try built.space.contents("dist").differences(from: before) == [])
        }

        @Test func `lipo -info prints the text that existing scripts parse`() async throws {
            let built = try await Secp256k1.standard.value
            let archive = built.folder + "/lib/libsecp256k1.a"
            let info = try await built.space.xbuild("lipo", "-info", archive)
            #expect(
                info.out == "Architectures in the fat file: \(archive) are: armv7 armv7s i386 x86_64 arm64 \n")
            #expect(
                try await LLVM.run("llvm-lipo", ["-info", built.path("lib/libsecp256k1.a")]).contains(
                    " are: armv7 armv7s i386 x86_64 arm64 \n"))
        }

        @Test(arguments: [
            (
                "lib/libsecp256k1.a",
                ["ios-armv7", "ios-armv7s", "ios-arm64", "ios-simulator-i386", "ios-simulator-x86_64"]
            ),
            ("lib/ios/libsecp256k1.a", ["ios-armv7", "ios-armv7s", "ios-arm64"]),
            (
                "lib/ios-simulator/libsecp256k1.a",
                ["ios-simulator-i386", "ios-simulator-x86_64", "ios-simulator-arm64"]
            ),
            ("lib/macos/libsecp256k1.a", ["macos-x86_64", "macos-arm64"]),
        ])
        func `the fat archives contain the prefixes' slices byte for byte`(archive: String, targets: [String])
            async throws
        {
            let built = try await Secp256k1.standard.value
            let space = try TestSpace()
            let names = try await LLVM.run("llvm-lipo", ["-archs", built.path(archive)]).split(
                whereSeparator: \.isWhitespace)
            #expect(Set(names.map(String.init)) == Set(targets.compactMap { Secp256k1.architectures[$0] }))
            for target in targets {
                let architecture = try #require(Secp256k1.architectures[target])
                _ = try await LLVM.run(
                    "llvm-lipo", ["-thin", architecture, built.path(archive), "-output", space.path(target)])
                let slice = try Data(contentsOf: space.folder.appending(path: target))
                let prefix = try Data(contentsOf: URL(filePath: built.path("prefixes/\(target)/lib/libsecp256k1.a")))
                #expect(slice == prefix, "\(target)")
            }
        }

        @Test func `every slice exports the same symbols`() async throws {
            let built = try await Secp256k1.standard.value
            var exports: [String: Set<String>] = [:]
            for target in Secp256k1.architectures.keys {
                let names = try await LLVM.run(
                    "llvm-nm",
                    [
                        "--extern-only", "--defined-only", "--format=just-symbols", "--quiet",
                        built.path("prefixes/\(target)/lib/libsecp256k1.a"),
                    ])
                let prefix = target.hasPrefix("linux") ? "secp256k1_" : "_secp256k1_"
                let symbols = names.split(separator: "\n").filter { $0.hasPrefix(prefix) }
                exports[target] = Set(symbols.map { $0.hasPrefix("_") ? String($0.dropFirst()) : String($0) })
            }
            let all = try #require(exports["linux-gnu-x86_64"])
            for name in [
                "context_create", "ec_pubkey_create", "ecdsa_sign", "ecdsa_verify", "ecdh", "ecdsa_recover",
                "xonly_pubkey_parse", "schnorrsig_sign32", "ellswift_create",
            ] {
                #expect(all.contains("secp256k1_" + name), "\(name)")
            }
            for (target, symbols) in exports { #expect(symbols == all, "\(target)") }
        }

        @Test(arguments: minimums)
        func `every object records its platform and minimum version`(target: String, command: String, version: String)
            async throws
        {
            let built = try await Secp256k1.standard.value
            let archive = built.path("prefixes/\(target)/lib/libsecp256k1.a")
            let text = try await LLVM.run("llvm-objdump", ["--macho", "--private-headers", archive])
            let lines = text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
                .map { $0.hasPrefix("cmd ") ? String($0.dropFirst(4)) : $0 }
            let objects = lines.count { $0 == "Mach header" }
            #expect(objects == 3)
            #expect(lines.count { $0 == command } == objects)
            #expect(lines.count { $0 == version } == objects)
            let systems = lines.filter { $0.hasPrefix("LC_VERSION_MIN") || $0.hasPrefix("LC_BUILD_VERSION") }
            #expect(systems.count == objects)
            #expect(!lines.contains("sectname __bitcode"))
        }

        @Test(arguments: [("x86_64", "EM_X86_64"), ("aarch64", "EM_AARCH64")])
        func `objects of a Linux slice are for the target's processor`(name: String, machine: String) async throws {
            let built = try await Secp256k1.standard.value
            let archive = built.path("prefixes/linux-gnu-\(name)/lib/libsecp256k1.a")
            let text = try await LLVM.run("llvm-readelf", ["--file-headers", archive])
            let machines = text.split(separator: "\n").filter { $0.contains("Machine:") }
            let machineNames = ["EM_X86_64": "Advanced Micro Devices X86-64", "EM_AARCH64": "AArch64"]
            #expect(machines.count == 3)
            #expect(machines.allSatisfy { $0.hasSuffix(machineNames[machine] ?? "?") })
        }

        @Test func `a Swift program signs and verifies`() async throws {
            let built = try await Secp256k1.standard.value
            let space = try TestSpace()
            try space.write(
                """
                import secp256k1

                let context = secp256k1_context_create(UInt32(SECP256K1_CONTEXT_NONE))!
                let secret = [UInt8](repeating: 7, count: 32)
                var message = [UInt8](repeating: 9, count: 32)
                var key = secp256k1_pubkey()
                print("key", secp256k1_ec_pubkey_create(context, &key, secret))
                var signature = secp256k1_ecdsa_signature()
                print("signed", secp256k1_ecdsa_sign(context, &signature, message, secret, nil, nil))
                print("verified", secp256k1_ecdsa_verify(context, &signature, message, &key))
                message[0] ^= 1
                print("changed message verified", secp256k1_ecdsa_verify(context, &signature, message, &key))

                """, to: "main.swift")
            let compiled = try await space.run(
                "swiftc",
                [
                    "main.swift", "-o", "main", "-I", built.path("include"), "-L",
                    built.path("prefixes/\(TestSpace.host)/lib"), "-lsecp256k1",
                ])
            #expect(compiled.status == 0, "\(compiled.err)")
            let output = try await space.run(space.path("main"), [])
            #expect(output.out == "key 1\nsigned 1\nverified 1\nchanged message verified 0\n")
        }

        @Test func `pkg-config finds the library in a moved prefix`() async throws {
            let built = try await Secp256k1.standard.value
            let space = try TestSpace()
            try FileManager.default.copyItem(
                atPath: built.path("prefixes/linux-gnu-x86_64"), toPath: space.path("moved"))
            let output = try await space.run(
                "pkg-config", ["--cflags", "--libs", "libsecp256k1"],
                environment: space.environment.merging(["PKG_CONFIG_LIBDIR": space.path("moved/lib/pkgconfig")]) { $1 })
            let flags = output.out.split(whereSeparator: \.isWhitespace).map {
                $0.replacing("/lib/pkgconfig/../..", with: "")
            }
            #expect(flags == ["-I\(space.path("moved"))/include", "-L\(space.path("moved"))/lib", "-lsecp256k1"])
        }

        // MARK: Changed recipes and an older version

        @Test func `slices built together have the architectures and symbols of separate builds`() async throws {
            let (built, separate) = (try await Secp256k1.variants.value, try await Secp256k1.standard.value)
            let archive = built.path("together-0.5.0/lib/libsecp256k1.a")
            try #require(FileManager.default.fileExists(atPath: archive), "\(built.space.talk(built.output))")
            let info = try await built.space.xbuild("lipo", "-info", archive)
            #expect(info.out.hasSuffix(" are: armv7 armv7s i386 x86_64 arm64 \n"))
            for architecture in ["armv7", "armv7s", "i386", "x86_64", "arm64"] {
                let options = ["--extern-only", "--defined-only", "--format=just-symbols", "--arch=\(architecture)"]
                let one = try await LLVM.run("llvm-nm", options + [archive])
                let other = try await LLVM.run("llvm-nm", options + [separate.path("lib/libsecp256k1.a")])
                let symbols = { (text: String) in Set(text.split(separator: "\n").filter { $0.hasPrefix("_") }) }
                #expect(symbols(one).contains("_secp256k1_ecdsa_sign"))
                #expect(symbols(one) == symbols(other), "\(architecture)")
            }
            // One configure run built all five.
            #expect(built.space.names(in: "dist/together-0.5.0/prefixes").count == 5)
            #expect(
                built.output.err.contains(
                    "start  ios-armv7+ios-armv7s+ios-arm64+ios-simulator-i386+ios-simulator-x86_64: build together 0.5.0"
                ))
        }

        @Test(arguments: [("ios-armv7", 0...1), ("ios-arm64", 1000...10_000_000)])
        func `objects contain bitcode if the recipe requests it`(target: String, sizes: ClosedRange<Int>) async throws {
            let built = try await Secp256k1.variants.value
            let archive = built.path("bitcode-0.5.0/prefixes/\(target)/lib/libsecp256k1.a")
            try #require(FileManager.default.fileExists(atPath: archive), "\(built.space.talk(built.output))")
            let text = try await LLVM.run("llvm-objdump", ["--macho", "--private-headers", archive])
            let lines = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
            let found = lines.indices.filter { lines[$0] == ["sectname", "__bitcode"] }
            #expect(found.count == 3)
            for index in found {
                #expect(lines[index + 1] == ["segname", "__LLVM"])
                let size = try #require(
                    lines[index...].first { $0.first == "size" }?.last.flatMap {
                        Int($0.dropFirst(2), radix: 16)
                    })
                #expect(sizes.contains(size))
            }
        }

        @Test func `version 0.2.0 builds too`() async throws {
            let built = try await Secp256k1.variants.value
            let folder = "old-0.2.0/prefixes/ios-simulator-arm64"
            try #require(built.space.exists("dist/" + folder))
            let names = try await LLVM.run(
                "llvm-nm", ["--defined-only", "--format=just-symbols", built.path(folder + "/lib/libsecp256k1.a")])
            #expect(names.contains("_secp256k1_ecdsa_sign\n"))
            // ElligatorSwift came with 0.4.
            #expect(!names.contains("_secp256k1_ellswift_create\n"))
            #expect(!built.space.exists("dist/\(folder)/include/secp256k1_ellswift.h"))
        }
    }
}
