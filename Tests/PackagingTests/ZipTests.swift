import Actions
import Basics
import Foundation
import Packaging
import TestSupport
import Steps
import Testing

@testable import Packaging

@Suite(.tags(.process)) struct ZipTests {
    private func tree(_ run: StepRun) -> Directory {
        let texts = run.tree(["b/two.txt": "two\n", "a.txt": String(repeating: "one\n", count: 100_000), "empty": ""])
        guard case .file(let digest, _) = run.file(Array("#!/bin/sh\n".utf8)) else { return texts }
        return texts.inserting(.file(digest, isExecutable: true), at: "b/run")
            .inserting(.symlink(target: "two.txt"), at: "b/link")
    }

    private func zip(_ run: StepRun, _ bench: ToolBench) async throws {
        let outcome = try await run.run(MakeZip.self, .init(), Directory(["contents": .directory(tree(run))]))
        try run.write(outcome, to: bench)
    }

    @Test func `Python's zipfile reads sorted entries with the date 1980-01-01 and modes 755 or 644`() async throws {
        let (run, bench) = (StepRun(), try ToolBench())
        try await zip(run, bench)
        let script = """
            import zipfile
            archive = zipfile.ZipFile("package.zip")
            assert archive.testzip() is None
            for each in archive.infolist():
                print(each.filename, each.date_time[:3], oct(each.external_attr >> 16), each.file_size)
            print(archive.read("b/link").decode(), archive.read("b/run"))
            """
        #expect(
            try bench.tool("python3", "-c", script) == """
                a.txt (1980, 1, 1) 0o100644 400000
                b/ (1980, 1, 1) 0o40755 0
                b/link (1980, 1, 1) 0o120755 7
                b/run (1980, 1, 1) 0o100755 10
                b/two.txt (1980, 1, 1) 0o100644 4
                empty (1980, 1, 1) 0o100644 0
                two.txt b'#!/bin/sh\\n'

                """)
    }

    @Test func `the same tree gives the same bytes in any time zone, and unzip reads them`() async throws {
        let (run, one) = (StepRun(), try ToolBench())
        try await zip(run, one)
        let place = one.root.path(percentEncoded: false)
        // The time zone is changed in a process of its own, because the change would affect other tests.
        await #expect(processExitsWith: .success) { [place = place as String] in
            setenv("TZ", "Asia/Kathmandu", 1)
            tzset()
            let (run, two) = (StepRun(), try ToolBench())
            try await ZipTests().zip(run, two)
            let bytes = try Data(contentsOf: URL(filePath: place).appending(path: "package.zip"))
            #expect(try two.bytes("package.zip") == Array(bytes))
        }
        let sum = try one.tool("sha256sum", "package.zip").prefix(64)
        #expect(String(decoding: try one.bytes("checksum"), as: UTF8.self) == sum + "\n")
        try one.tool("python3", "-c", "import shutil; shutil.unpack_archive('package.zip', 'out', 'zip')")
        #expect(try one.bytes("out/b/two.txt") == Array("two\n".utf8))
    }

    @Test func `the checksum equals the one that SwiftPM computes`() async throws {
        let (run, bench) = (StepRun(), try ToolBench())
        try await zip(run, bench)
        let told = try bench.tool("swift", "package", "compute-checksum", "package.zip")
        #expect(told == String(decoding: try bench.bytes("checksum"), as: UTF8.self))
    }

    @Test func `the writer throws an error for a stored file that differs from its digest`() async throws {
        let (run, bench) = (StepRun(), try ToolBench())
        try bench.write(Array("other".utf8), to: "file")
        let path = bench.root.appending(path: "file").path(percentEncoded: false)
        let output = bench.root.appending(path: "out.zip").path(percentEncoded: false)
        let tree = run.tree(["a": "right"])
        await #expect(throws: PackagingError.self) {
            try await ZipWriter().write(tree, to: output) { _ in path }
        }
    }
}
