import Testing

@testable import xbuild

struct ActionTimeoutTests {
    @Test(arguments: [("90", 5400), ("90min", 5400), ("2h", 7200), ("30s", 30), ("8760h", 31_536_000)])
    func `a time with or without a unit is accepted`(text: String, seconds: Int) {
        #expect(ActionTimeout(argument: text)?.seconds == seconds)
    }

    @Test(arguments: ["none", "30s", "90s", "90min", "2h", "25h"])
    func `help shows a time as the user would type it`(text: String) {
        #expect(ActionTimeout(argument: text)?.defaultValueDescription == text)
    }

    @Test func `none means no limit`() { #expect(ActionTimeout(argument: "none") == ActionTimeout(seconds: nil)) }

    @Test(arguments: [
        "", "0", "-1", "1.5h", "h", "2d", "1 h", "٣", "8761h", "99999999999999999999", "9223372036854775807h",
    ])
    func `a malformed time is refused`(text: String) { #expect(ActionTimeout(argument: text) == nil) }
}
