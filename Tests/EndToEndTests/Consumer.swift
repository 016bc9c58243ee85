import Foundation
import Testing

/// A SwiftPM package that depends on generated ones, with a Swift and a C program.
struct Consumer {
    struct Package {
        var name: String
        var version: String
        var module: String
    }

    var space: TestSpace
    var packages: [Package]
    var swift: String
    var c: String

    func write() throws {
        let dependencies = packages.map {
            ".package(path: \"../packages/\($0.name)-\($0.version)/swiftpm/\($0.name)\")"
        }.joined(separator: ", ")
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
        try space.write(c + "\n", to: "consumer/Sources/c-user/main.c")
    }

    /// Builds in each configuration and runs both programs.
    ///
    /// - Parameters:
    ///   - systems: build systems of SwiftPM; nil for its own.
    ///   - times: how often everything is linked anew: the order of libraries differs from time to time.
    func runs(
        expecting: [String: String], systems: [String?], times: Int = 1,
        configurations: [String] = ["debug", "release"]
    ) async throws {
        for system in systems {
            for configuration in configurations {
                for round in 0..<times {
                    let scratch = "scratch-\(system ?? "own")-\(configuration)-\(round)"
                    let words = ["build", "--package-path", "consumer", "--scratch-path", scratch, "-c", configuration]
                    let built = try await space.run("swift", words + (system.map { ["--build-system", $0] } ?? []))
                    try #require(built.status == 0, "\(scratch): \(built.out)\(built.err)")
                    let found = try await space.run(
                        "swift", words + (system.map { ["--build-system", $0] } ?? []) + ["--show-bin-path"])
                    let folder = found.out.trimmingCharacters(in: .whitespacesAndNewlines)
                    for (program, output) in expecting {
                        let ran = try await space.run("\(folder)/\(program)-user", [])
                        #expect(ran.out == output && ran.status == 0, "\(scratch) \(program): \(ran.err)")
                    }
                    try? space.remove(scratch)
                }
            }
        }
    }
}
