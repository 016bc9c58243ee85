import Actions
import Basics
import Foundation
import Planning
import Targets
import TestSupport
import Testing

/// Passes the compiler arguments of builds for several targets to clang. With `-###`, clang prints its commands without
/// running them.
@Suite(.tags(.process)) struct SharedCompilerTests {
    private static let clang = ProcessInfo.processInfo.environment["PATH", default: ""].split(separator: ":")
        .map { "\($0)/clang" }.first(where: FileManager.default.isExecutableFile(atPath:))

    /// Headers and modules are compiled for one target, although one build makes the libraries of all targets.
    @Test(.enabled(if: clang != nil), arguments: Samples.classicFive)
    func `the proof of a module in a shared build compiles for one target`(_ name: String) async throws {
        let result = try await Samples.plan([Samples.shared], build: ["slices: together"])
        guard case .command(let words, _) = try result.step("prove", name).work else {
            Issue.record("no command")
            return
        }
        let target = try Machines.named(name)
        let clang = try #require(Self.clang)
        let jobs = try Temporary.folder { folder in
            let include = folder.appending(path: "include")
            try FileManager.default.createDirectory(at: include, withIntermediateDirectories: true)
            try Data().write(to: include.appending(path: "module.modulemap"))
            let said = try Shell.output(
                of: ["/bin/sh", "-c", "exec \"$0\" -### \"$@\" 2>&1", clang] + words.value.dropFirst(), in: folder)
            return String(decoding: said, as: UTF8.self).split(separator: "\n").filter { $0.hasPrefix(" \"") }
        }
        #expect(jobs.count == 1)
        let triple = jobs.first?.firstMatch(of: /"-triple" "([^"]*)"/).map { String($0.1) }?
            // For 32-bit ARM, clang compiles to Thumb instructions and writes `thumb` into the triple.
            .replacing("thumb", with: "arm")
        let compiled = try #require(triple.flatMap(Target.init(triple:)), "\(triple ?? "no triple")")
        #expect(compiled == target)
    }
}
