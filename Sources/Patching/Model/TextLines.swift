/// Splits a text into lines with their line ends; the last line may have none.
enum TextLines {
    static func split(_ bytes: [UInt8]) -> [ArraySlice<UInt8>] {
        var lines: [ArraySlice<UInt8>] = []
        var start = 0
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            lines.append(bytes[start...index])
            start = index + 1
        }
        if start < bytes.count { lines.append(bytes[start...]) }
        return lines
    }

    /// Assigns numbers to lines, equal for equal lines, so that long lines are compared once.
    struct Numbering {
        private var known: [ArraySlice<UInt8>: Int] = [:]

        mutating func number(of line: ArraySlice<UInt8>) -> Int {
            if let number = known[line] { return number }
            known[line] = known.count
            return known.count - 1
        }
    }
}
