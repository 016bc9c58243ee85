import Foundation
import Testing

/// A SwiftPM package with a Swift and a C program, which depends on packages that xbuild made.
struct Consumer {
    struct Package {
        var name: String
        var module: String
        /// The package's folder, relative to the test space.
        var path: String

        /// Returns the package in the folder to which `xbuild package` delivers it.
        static func delivered(_ name: String, _ version: String, module: String) -> Package {
            Package(name: name, module: module, path: "packages/\(name)-\(version)/swiftpm/\(name)")
        }
    }

    var space: TestSpace
    var packages: [Package]
    var swift: String
    /// The sources of the C program, by file name.
    var c: [String: String]

    /// Builds both programs in each configuration and runs them.
    ///
    /// - Parameters:
    ///   - expecting: the expected outputs, by program: `swift` and `c`.
    ///   - systems: build systems of SwiftPM; nil for the default.
    ///   - times: the number of builds for each system and configuration; SwiftPM's order of libraries varies between
    ///     builds.
    func runs(
        expecting: [String: String], systems: [String?] = [nil], times: Int = 1,
        configurations: [String] = ["debug", "release"]
    ) async throws {
        try write()
        for system in systems {
            for configuration in configurations {
                for round in 0..<times {
                    let scratch = "scratch-\(system ?? "own")-\(configuration)-\(round)"
                    let choice = ["--scratch-path", scratch, "-c", configuration]
                    try await check(choice + (system.map { ["--build-system", $0] } ?? []), in: scratch, expecting)
                    try? space.remove(scratch)
                }
            }
        }
    }

    private func check(_ choice: [String], in scratch: String, _ expecting: [String: String]) async throws {
        let arguments = ["build", "--package-path", "consumer"] + choice
        let built = try await space.run("swift", arguments)
        try #require(built.status == 0, "\(scratch): \(built.out)\(built.err)")
        let found = try await space.run("swift", arguments + ["--show-bin-path"])
        let folder = found.out.trimmingCharacters(in: .whitespacesAndNewlines)
        for (program, output) in expecting {
            let ran = try await space.run("\(folder)/\(program)-user", [])
            #expect(ran.out == output && ran.status == 0, "\(scratch) \(program): \(ran.err)")
        }
    }

    private func write() throws {
        let dependencies = packages.map { ".package(path: \"../\($0.path)\")" }.joined(separator: ", ")
        let products = packages.map { ".product(name: \"\($0.module)\", package: \"\($0.name)\")" }
            .joined(separator: ", ")
        try space.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "consumer", dependencies: [\(dependencies)],
                targets: [
                    .executableTarget(name: "swift-user", dependencies: [\(products)]),
                    .executableTarget(name: "c-user", dependencies: [\(products)]),
                ])
            """, to: "consumer/Package.swift")
        try space.write(swift + "\n", to: "consumer/Sources/swift-user/main.swift")
        for (name, text) in c { try space.write(text + "\n", to: "consumer/Sources/c-user/\(name)") }
    }
}
