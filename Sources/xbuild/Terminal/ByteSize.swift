import ArgumentParser

/// A number of bytes as users write it: `500M`, `5G`, `1.5GiB`. K, M, G and T are powers of 1024,
/// with or without `iB`.
struct ByteSize: Hashable, Sendable, ExpressibleByArgument {
    var bytes: Int

    private static let units = ["K", "M", "G", "T"]

    init(bytes: Int) { self.bytes = bytes }

    init?(argument: String) {
        let digits = argument.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        guard let number = Double(digits), number.isFinite, number >= 0,
            let factor = Self.factor(argument.dropFirst(digits.count)), number * factor < 9e18
        else { return nil }
        bytes = Int(number * factor)
    }

    private static func factor(_ unit: Substring) -> Double? {
        let unit = unit.uppercased()
        guard !unit.isEmpty, unit != "B" else { return 1 }
        guard let power = units.firstIndex(where: { [$0, $0 + "B", $0 + "IB"].contains(unit) }) else { return nil }
        return (0...power).reduce(1) { product, _ in product * 1024 }
    }

    /// `0 B`, `912 B`, `3.4 MiB`, `120 GiB`.
    var words: String {
        guard bytes >= 1024 else { return "\(bytes) B" }
        var (value, unit) = (Double(bytes), "B")
        for next in Self.units where value >= 1024 { (value, unit) = (value / 1024, next + "iB") }
        let tenths = Int((value * 10).rounded())
        return value < 99.95 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(Int(value.rounded())) \(unit)"
    }
}
