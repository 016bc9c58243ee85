import Testing

import Network

@Suite
struct AddressTests {
    @Test(arguments: [
        ("https://user:secret@example.org/a@b", "https://example.org/a@b"),
        ("https://example.org/a@b", "https://example.org/a@b"),
        ("http://a@b@example.org", "http://example.org"),
        ("no address", "no address"),
    ])
    func `messages omit secrets`(address: String, shown: String) {
        #expect(Address.withoutCredentials(address) == shown)
    }

    @Test(arguments: [
        ("HTTP://a", Address.Scheme.http), ("https://a", .https), ("file:///a", .file), ("ftp://a", nil),
        ("/a", nil),
    ])
    func `only three schemes are known`(address: String, scheme: Address.Scheme?) {
        #expect(Address.scheme(of: address) == scheme)
    }
}
