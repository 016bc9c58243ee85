import Testing

import Network

@Suite("addresses")
struct AddressTests {
    @Test(
        "secrets are left out of messages",
        arguments: [
            ("https://user:secret@example.org/a@b", "https://example.org/a@b"),
            ("https://example.org/a@b", "https://example.org/a@b"),
            ("http://a@b@example.org", "http://example.org"),
            ("no address", "no address"),
        ])
    func credentials(address: String, shown: String) {
        #expect(Address.withoutCredentials(address) == shown)
    }

    @Test(
        "only three schemes are known",
        arguments: [
            ("HTTP://a", Address.Scheme.http), ("https://a", .https), ("file:///a", .file), ("ftp://a", nil),
            ("/a", nil),
        ])
    func scheme(address: String, scheme: Address.Scheme?) {
        #expect(Address.scheme(of: address) == scheme)
    }
}
