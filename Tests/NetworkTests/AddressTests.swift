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
    func `credentials are removed from addresses`(address: String, shown: String) {
        #expect(Address.withoutCredentials(address) == shown)
    }

    @Test(arguments: [
        ("HTTP://a", Address.Scheme.http), ("https://a", .https), ("file:///a", .file), ("ftp://a", nil),
        ("/a", nil),
    ])
    func `only http, https and file are known schemes`(address: String, scheme: Address.Scheme?) {
        #expect(Address.scheme(of: address) == scheme)
    }
}
