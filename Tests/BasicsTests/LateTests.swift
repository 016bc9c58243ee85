import Basics
import Foundation
import Testing

@Suite struct LateTests {
    private let known = Late("a")
    private let made = Late { ["a", "b"].joined() }

    @Test func `deferred values are equal when their results are`() {
        #expect(made == Late("ab"))
        #expect(made != known)
        #expect(Set([made, known, Late("ab")]).count == 2)
    }

    @Test func `a deferred value is encoded as its result`() throws {
        let data = try JSONEncoder().encode([made, known])
        #expect(String(decoding: data, as: UTF8.self) == #"["ab","a"]"#)
        #expect(try JSONDecoder().decode([Late<String>].self, from: data) == [made, known])
    }
}
