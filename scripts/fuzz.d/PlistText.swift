@testable import Checking

/// Returns a property list in the form of compare.py: `refused`, or its value, with strings in hexadecimal digits and
/// numbers as the bits of doubles.
func plistText(_ bytes: [UInt8]) -> String {
    guard let value = try? PlainValue.plist(bytes) else { return "refused" }
    return plistText(value)
}

private func plistText(_ value: PlainValue) -> String {
    switch value {
    case .text(let text): return "'" + hex(text.utf8)
    case .number(let number): return "#" + String(number.bitPattern, radix: 16)
    case .flag(let flag): return flag ? "true" : "false"
    case .list(let list): return "[" + list.map(plistText).joined(separator: ",") + "]"
    case .map(let map):
        return "{" + map.map { hex($0.key.utf8) + ":" + plistText($0.value) }.sorted().joined(separator: ",") + "}"
    case .nothing: return "nothing"
    }
}

func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
