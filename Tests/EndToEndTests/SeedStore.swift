import Foundation
import Synchronization

/// A store with sysroots, which is copied for each test that needs one; and the mirror folder with all downloads, which
/// the tests of this checkout share.
enum SeedStore {
    static let mirror = TestSpace.repository.appending(path: ".build/test-mirror").path(percentEncoded: false)
    private static let store = TestSpace.repository.appending(path: ".build/test-seed").path(percentEncoded: false)

    /// Downloads missing files of the mirror with `xbuild fetch`, like a user. The libraries are fetched separately,
    /// so that a missing source skips only the tests that need it.
    static let isFetched = Task { try await fetch(["secp256k1", "secp256k1@0.2.0", "zlib"]) }
    static let isSodiumFetched = Task { try await fetch(["sodium"], recipe: RealLibraries.recipe) }
    static let isXZFetched = Task { try await fetch(["xz"], recipe: ProbedLibrary.recipe) }

    private static func fetch(_ names: [String], recipe: String? = nil) async throws {
        let space = try TestSpace()
        if let recipe {
            for name in names { try space.write(recipe, to: "\(SmallLibrary.home)/recipes/\(name)/recipe.yaml") }
            try space.linkToolchains()
        }
        let output = try await space.run(
            TestSpace.binary, ["fetch"] + names + ["--into", mirror],
            environment: space.environment.merging(
                ["XBUILD_OFFLINE": "", "XBUILD_MIRROR": mirror, "HOME": NSHomeDirectory()]
            ) { $1 })
        if let missing = MissingSource(output) { throw missing }
        guard output.status == 0 else { throw ToolFault(message: output.err) }
    }

    private static let isMade = Task {
        try await isFetched.value
        let space = try TestSpace()
        // This library differs from the tests' libraries: otherwise the store would already have their results.
        let header = "#include \"tiny_config.h\"\nint tiny_one(int seed);\n"
        try await SmallLibrary(
            name: "seed", files: ["tiny.h": header],
            targets: "[macos-arm64, ios-arm64, linux-gnu-x86_64, linux-gnu-aarch64]", usesGlibcSysroot: true
        ).install(in: space)
        let output = try await space.xbuild(
            "recipe", "seed", environment: ["XBUILD_STORE": store, "XBUILD_MIRROR": mirror])
        guard output.status == 0 else { throw ToolFault(message: output.err) }
    }

    /// Copies the store with the sysroots into a space.
    static func plant(in space: TestSpace, at folder: String = "store") async throws {
        try await isMade.value
        let place = space.folder.appending(path: folder)
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: store), to: place)
    }
}
