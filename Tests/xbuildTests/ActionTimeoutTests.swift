import Testing

@testable import xbuild

struct ActionTimeoutTests {
    @Test(
        "a time with or without a unit",
        arguments: [("90", 5400), ("90min", 5400), ("2h", 7200), ("30s", 30), ("8760h", 31_536_000)])
    func takes(text: String, seconds: Int) { #expect(ActionTimeout(argument: text)?.seconds == seconds) }

    @Test("help shows it as it would be typed", arguments: ["none", "30s", "90s", "90min", "2h", "25h"])
    func shows(text: String) { #expect(ActionTimeout(argument: text)?.defaultValueDescription == text) }

    @Test func noneIsNoLimit() { #expect(ActionTimeout(argument: "none") == ActionTimeout(seconds: nil)) }

    @Test(
        "what is no time is refused",
        arguments: [
            "", "0", "-1", "1.5h", "h", "2d", "1 h", "٣", "8761h", "99999999999999999999", "9223372036854775807h",
        ])
    func refuses(text: String) { #expect(ActionTimeout(argument: text) == nil) }
}
