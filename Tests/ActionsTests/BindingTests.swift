import Actions
import Basics
import TestSupport
import Testing

@Suite(.tags(.process)) struct BindingTests {
    private let action = Digest(of: Array("action".utf8))
    private let result = ActionResult(
        outputs: ["l": .symlink(target: "t")],
        metadata: ActionResult.Metadata(worker: "local-sandbox", started: 1, finished: 2))

    @Test func `a bound result names its action`() throws {
        let bytes = result.encoded(for: action)
        #expect(ActionResult.binding(in: bytes, to: action) == .same)
        #expect(ActionResult.binding(in: bytes, to: Digest(of: [])) == .other)
        #expect(ActionResult.binding(in: result.encoded, to: action) == .absent)
        #expect(try ActionResult(encoded: bytes) == result)
    }

    /// The binding is a google.protobuf.Any in `auxiliary_metadata`. protoc decodes it without a `.proto` file.
    @Test func `other protobuf readers find the binding field`() throws {
        let text = try Protoc.decodeRaw(result.encoded(for: action))
        #expect(text.contains("1: \"type.xbuild/Action\""), "\(text)")
        #expect(text.contains("1: \"\(action.hash.hex)\""), "\(text)")
    }
}
