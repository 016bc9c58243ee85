import Basics
import Foundation
import Testing

@Suite struct DeferredTests {
    private let known = Deferred("a")
    private let made = Deferred { ["a", "b"].joined() }

    @Test func `deferred values are equal when their results are equal`() {
        #expect(made == Deferred("ab"))
        #expect(made != known)
        #expect(Set([made, known, Deferred("ab")]).count == 2)
    }

    @Test func `a deferred value is encoded as its result`() throws {
        let data = try JSONEncoder().encode([made, known])
        #expect(String(decoding: data, as: UTF8.self) == #"["ab","a"]"#)
        #expect(try JSONDecoder().decode([Deferred<String>].self, from: data) == [made, known])
    }
}
