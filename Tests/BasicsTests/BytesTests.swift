import Basics
import Testing

struct BytesTests {
    @Test(arguments: [("", [""]), ("a", ["a"]), ("a,,b", ["a", "", "b"]), (",a,", ["", "a", ""])])
    func `the parts between separators include empty ones`(text: String, parts: [String]) {
        let found = Array("(\(text))".utf8)[1...].dropLast().parts(separatedBy: UInt8(ascii: ","))
        #expect(found.map { String(decoding: $0, as: UTF8.self) } == parts)
    }
}
