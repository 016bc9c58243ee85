import Targets
import TestSupport
import Testing

@testable import Toolchains

@Suite struct CatalogTests {
    private static func text(_ name: String, summary: String = "for tests") -> String {
        """
        name: \(name)
        summary: \(summary)
        host: linux
        targets: [{ platform: linux, environment: gnu }]
        settings:
          - tools: { cc: clang, ar: llvm-ar }
            sysroot: system
            host-triple: ${cpu}-linux-gnu
            build-triple: ${host-cpu}-linux-gnu
        """
    }

    /// Calls `body` with folders that contain these files, and returns its result. Removes the folders afterwards.
    private static func withFolders<Result>(
        _ folders: [[String: String]], _ body: ([String]) throws -> Result
    ) throws -> Result {
        let root = try TemporaryFolder()
        for (index, files) in folders.enumerated() {
            for (name, text) in files { try root.write(text, to: "\(index)/\(name)") }
        }
        return try withExtendedLifetime(root) { try body(folders.indices.map { root.path("\($0)") }) }
    }

    @Test func `a pipe in place of a toolchain file is reported, without waiting`() throws {
        let folder = try TemporaryFolder()
        try folder.need("/bin/sh", ["-euc", "mkfifo a.yaml"])
        let error = #expect(throws: CatalogFaults.self) { try ToolchainCatalog.read(folders: [folder.path]) }
        #expect(error?.description == "\(folder.path)/a.yaml: error: the file cannot be read: not a regular file")
    }

    @Test func `the user's toolchains precede shipped ones and replace those of the same name`() throws {
        let own = ["z.yaml": Self.text("own"), "a.yaml": Self.text("shared", summary: "mine")]
        let shipped = ["b.yaml": Self.text("shared", summary: "theirs"), "c.yaml": Self.text("last")]
        let catalog = try Self.withFolders([own, shipped]) { try ToolchainCatalog.read(folders: $0) }
        #expect(catalog.toolchains.map(\.name) == ["shared", "own", "last"])
        #expect(catalog.toolchains[0].summary == "mine")
        let chosen = try catalog.toolchain(for: Machines.linuxARM, host: Machines.linux)
        #expect(chosen.name == "shared")
    }

    @Test func `other files and missing folders are ignored`() throws {
        let files = ["README.md": "hello", ".hidden.yaml": "oops", "a.yaml": Self.text("one")]
        let catalog = try Self.withFolders([files]) { try ToolchainCatalog.read(folders: $0 + ["/nowhere/at/all"]) }
        #expect(catalog.toolchains.map(\.name) == ["one"])
    }

    @Test func `the errors of all toolchain files are collected`() throws {
        let files = ["a.yaml": "name: 1 2", "b.yaml": Self.text("good"), "c.yaml": "[]"]
        let faults = try Self.withFolders([files]) { folders in
            try #require(throws: CatalogFaults.self) { try ToolchainCatalog.read(folders: folders) }
        }
        #expect(faults.faults.count == 2)
        #expect(faults.description.contains("a.yaml:1:7: error: `1 2` is not a toolchain's name"))
        #expect(faults.description.contains("c.yaml:1:1: error: expected a toolchain, found a list"))
    }

    @Test func `the error for an impossible toolchain explains the reason`() throws {
        let catalog = try Machines.shipped()
        let wasm = try Machines.named("wasi-wasm32")
        func messages(_ target: Target, _ name: String?) throws -> [String?] {
            let error = try #require(throws: ToolchainError.self) {
                try catalog.toolchain(for: target, host: Machines.linux, named: name)
            }
            return [error.description, error.hint]
        }
        #expect(
            try messages(wasm, nil) == [
                "no toolchain builds for `wasi-wasm32` on `linux-gnu-x86_64`",
                "`xbuild toolchains` lists the targets of each toolchain",
            ])
        #expect(try messages(wasm, "xcoed") == ["unknown toolchain `xcoed`", "did you mean `xcode`?"])
        #expect(
            try messages(wasm, "linux-gnu") == [
                "the toolchain `linux-gnu` does not build for `wasi-wasm32` on `linux-gnu-x86_64`",
                "leave out the toolchain, and xbuild chooses one",
            ])
    }

    @Test(arguments: [
        (Machines.linux, "linux-gnu-x86_64 linux-gnu-aarch64"),
        (Machines.linuxARM, "linux-gnu-x86_64 linux-gnu-aarch64"),
        (Machines.mac, ""),
    ])
    func `the shipped toolchains build for every Apple target, and on Linux for Linux`(_ host: Target, _ linux: String)
        throws
    {
        let served = try Machines.shipped().targets(host: host)
        #expect(served.filter(\.platform.isApple) == Target.all.filter(\.platform.isApple))
        #expect(served.filter { !$0.platform.isApple }.map(\.name).joined(separator: " ") == linux)
    }
}
