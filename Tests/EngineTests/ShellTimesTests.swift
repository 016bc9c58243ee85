import Testing

@testable import Engine

struct ShellTimesTests {
    @Test(
        arguments: [
            (name: "dash", text: "0m0.000000s 0m0.000000s\n0m1.250000s 0m0.500000s\n", seconds: 1.75),
            (name: "bash", text: "0m0.002s 0m0.001s\n2m1.500s 0m0.500s\n", seconds: 122),
            (name: "an empty text", text: "", seconds: nil),
            (name: "one line", text: "0m0.000000s 0m0.000000s\n", seconds: nil),
            (name: "no times", text: "a b\nc d\n", seconds: nil),
        ] as [(name: String, text: String, seconds: Double?)])
    func `the seconds are the sum of the second line of times`(_ row: (name: String, text: String, seconds: Double?)) {
        #expect(ShellTimes.childrenSeconds(row.text) == row.seconds)
    }
}
