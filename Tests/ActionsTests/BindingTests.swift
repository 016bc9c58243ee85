import Actions
import Basics
import Foundation
import Testing

struct BindingTests {
    private let action = Digest(of: Array("action".utf8))
    private let result = ActionResult(
        outputs: ["l": .symlink(target: "t")],
        metadata: ActionResult.Metadata(worker: "local", started: 1, finished: 2))

    @Test func `a bound result names its action`() throws {
        let bytes = result.encoded(for: action)
        #expect(ActionResult.binding(in: bytes, to: action) == .same)
        #expect(ActionResult.binding(in: bytes, to: Digest(of: [])) == .other)
        #expect(ActionResult.binding(in: result.encoded, to: action) == .absent)
        #expect(try ActionResult(encoded: bytes) == result)
    }

    /// What protoc makes of it: a list of google.protobuf.Any in the metadata, beside what stood there.
    @Test func `other protobuf readers find the binding field`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "xbuild-binding-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "result")
        try Data(result.encoded(for: action)).write(to: file)
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["protoc", "--decode_raw"]
        process.standardInput = try FileHandle(forReadingFrom: file)
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
        process.waitUntilExit()
        #expect(text.contains("1: \"type.xbuild/Action\""), "\(text)")
        #expect(text.contains("1: \"\(action.hash.hex)\""), "\(text)")
    }
}
