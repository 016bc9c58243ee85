import Foundation
import TestSupport
import Testing

/// secp256k1, the example of the README. Each of these builds runs once for all tests, in a separate store and without
/// a network.
enum Secp256k1 {
    /// The default targets, each with its processor's name in Mach-O or ELF tools.
    static let architectures = [
        "ios-armv7": "armv7", "ios-armv7s": "armv7s", "ios-arm64": "arm64", "ios-simulator-i386": "i386",
        "ios-simulator-x86_64": "x86_64", "ios-simulator-arm64": "arm64", "macos-arm64": "arm64",
        "macos-x86_64": "x86_64", "linux-gnu-x86_64": "x86_64", "linux-gnu-aarch64": "aarch64",
    ]

    /// The result of a build: the folder, and the run's messages.
    struct Built: Sendable {
        var space: TestSpace
        var output: TestSpace.Output
        /// The package's folder below the space.
        var folder: String

        func path(_ relative: String) -> String { space.path("\(folder)/\(relative)") }
    }

    /// `xbuild recipe secp256k1`: all default targets.
    static let standard = Task {
        try await SeedStore.isFetched.value
        let space = try TestSpace()
        let output = try await offline(space, ["recipe", "secp256k1", "--events", "events.json"])
        return Built(space: space, output: output, folder: "dist/secp256k1-0.5.0")
    }

    /// Three changed copies of the recipe, built in one run.
    static let variants = Task {
        try await SeedStore.isFetched.value
        let space = try TestSpace()
        try copy("together", in: space) { recipe in
            recipe.replacing("  bootstrap: true\n", with: "  bootstrap: true\n  slices: together\n")
                .replacing("\ntargets: [ios-universal,", with: "\ntargets: [ios-universal] #")
        }
        try copy("bitcode", in: space) { recipe in
            recipe.replacing(
                "\nwhen:\n",
                with: "\nwhen:\n  - { target: ios-armv7, bitcode: marker }\n"
                    + "  - { target: ios-arm64, bitcode: full }\n"
            )
            .replacing("\ntargets: [ios-universal,", with: "\ntargets: [ios-armv7, ios-arm64] #")
        }
        try copy("old", in: space) { recipe in
            recipe.replacing("\ntargets: [ios-universal,", with: "\ntargets: [ios-simulator-arm64] #")
        }
        let output = try await offline(space, ["recipe", "together", "bitcode", "old@0.2.0", "--keep-going"])
        return Built(space: space, output: output, folder: "dist")
    }

    /// `xbuild package secp256k1` for this machine.
    static let packaged = Task {
        try await SeedStore.isFetched.value
        let space = try TestSpace()
        let output = try await space.xbuild(
            "package", "secp256k1", "--targets", TestSpace.host, environment: ["XBUILD_MIRROR": SeedStore.mirror])
        guard output.status == 0 else { throw ToolFault(message: output.err) }
        return Built(space: space, output: output, folder: "packages/secp256k1-0.5.0")
    }

    /// Writes a changed copy of the recipe under another name.
    static func copy(_ name: String, in space: TestSpace, change: (String) -> String) throws {
        let folder = TestSpace.repository.appending(path: "recipes/secp256k1/recipe.yaml")
        let recipe = try String(contentsOf: folder, encoding: .utf8)
        let changed = change(recipe).replacing("name: secp256k1\n", with: "name: \(name)\n")
        try space.write(changed, to: "\(SmallLibrary.home)/recipes/\(name)/recipe.yaml")
        try space.linkToolchains()
    }

    /// Runs xbuild; without a network, if this machine permits `unshare --net`.
    private static func offline(_ space: TestSpace, _ arguments: [String]) async throws -> TestSpace.Output {
        let environment = space.environment.merging(["XBUILD_MIRROR": SeedStore.mirror]) { $1 }
        let probe = try await space.run("unshare", ["--net", "true"])
        let shut = probe.status == 0 ? ["unshare", "--net"] : ["env"]
        return try await space.run(
            shut[0], Array(shut.dropFirst()) + [TestSpace.binary] + arguments, environment: environment)
    }
}

/// Runs LLVM's programs. On Debian their names end with a version: the newest installed version runs.
enum LLVM {
    static func run(_ tool: String, _ arguments: [String]) async throws -> String {
        for name in ["\(tool)-22", "\(tool)-21", "\(tool)-20", "\(tool)-19", tool] where isOnPath(name) {
            let output = try await TestProgram.run(
                name, arguments, in: TestSpace.repository,
                environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"])
            guard output.status == 0 else { throw ToolFault(message: "\(name): \(output.err)") }
            return output.out
        }
        throw ToolFault(message: "there is no \(tool)")
    }

    private static func isOnPath(_ name: String) -> Bool {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            .contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(name)") }
    }
}
