/// Rows whose columns line up, two spaces apart.
struct Table {
    private var rows: [[String]] = []

    mutating func add(_ row: [String]) { rows.append(row) }

    var text: String {
        var widths: [Int] = []
        for row in rows {
            if widths.count < row.count { widths += Array(repeating: 0, count: row.count - widths.count) }
            for (column, cell) in row.enumerated() { widths[column] = max(widths[column], cell.width) }
        }
        var text = ""
        for row in rows {
            for (column, cell) in row.enumerated() {
                text += cell
                if column < row.count - 1 {
                    text += String(repeating: " ", count: widths[column] - cell.width + 2)
                }
            }
            text += "\n"
        }
        return text
    }
}

extension String {
    /// How many places it takes. Nearly every cell is ASCII, whose characters need not be looked for.
    fileprivate var width: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}
