import Documents
import Foundation
import Testing

@testable import Toolchains

/// Compares `docs/toolchains.md` and the committed JSON Schema with the reader.
@Suite struct DocumentationTests {
    private static let docs = URL(fileURLWithPath: Machines.shippedFolder).deletingLastPathComponent()
        .appendingPathComponent("docs")

    private static func text() throws -> String {
        try String(contentsOf: docs.appendingPathComponent("toolchains.md"), encoding: .utf8)
    }

    /// `XBUILD_RECORD=1` rewrites the file.
    @Test func `the committed schema matches the reader`() throws {
        let file = Self.docs.appendingPathComponent("toolchain.schema.json")
        if ProcessInfo.processInfo.environment["XBUILD_RECORD"] == "1" {
            try Data(ToolchainFile.jsonSchema.utf8).write(to: file)
        }
        #expect(try String(contentsOf: file, encoding: .utf8) == ToolchainFile.jsonSchema)
    }

    @Test func `the documentation's example is valid`() throws {
        let blocks = try Self.text().components(separatedBy: "```yaml\n").dropFirst().map {
            $0.components(separatedBy: "```")[0]
        }
        let example = try #require(blocks.first { $0.hasPrefix("name:") })
        let (file, warnings) = try ToolchainFile.read(Array(example.utf8), file: "docs/toolchains.md")
        #expect(file.targets(host: Machines.linux) == [Machines.linuxARM])
        #expect(warnings.isEmpty)
    }

    @Test func `every key, tool and variable is documented`() throws {
        let text = try Self.text()
        for key in Self.keys(of: ToolchainFile.shape.schema) + ToolRole.allCases.map(\.rawValue) {
            #expect(text.contains("`\(key)`") || text.contains("`\(key):`") || text.contains("\n\(key):"), "\(key)")
        }
        for word in Variable.words(in: .text) + Variable.words(in: .candidate) + ["sysroot", "linker", "tools"] {
            #expect(text.contains("`${\(word)}`"), "\(word)")
        }
    }

    /// Returns the keys of a mapping, including those of nested mappings and of entries of lists.
    private static func keys(of schema: Schema) -> [String] {
        switch schema {
        case .object(let properties): properties.flatMap { [$0.name] + keys(of: $0.schema) }
        case .list(let element, _): keys(of: element)
        case .text, .bool, .integer, .words, .either, .table: []
        }
    }
}
