/// Rows of text with aligned columns, two spaces apart.
struct Table {
    private var rows: [[String]] = []
    /// The widths of the cells, row after row.
    private var cellWidths: [Int] = []
    private var columnWidths: [Int] = []

    mutating func add(_ row: [String]) {
        if columnWidths.count < row.count {
            columnWidths += Array(repeating: 0, count: row.count - columnWidths.count)
        }
        for (column, cell) in row.enumerated() {
            let width = cell.width
            cellWidths.append(width)
            columnWidths[column] = max(columnWidths[column], width)
        }
        rows.append(row)
    }

    var text: String {
        let spaces = String(repeating: " ", count: (columnWidths.max() ?? 0) + 2)
        var text = ""
        text.reserveCapacity(rows.count * (columnWidths.reduce(0, +) + 2 * columnWidths.count))
        var widths = cellWidths.makeIterator()
        for row in rows {
            for (column, cell) in row.enumerated() {
                text += cell
                let width = widths.next() ?? 0
                if column < row.count - 1 { text += spaces.prefix(columnWidths[column] - width + 2) }
            }
            text += "\n"
        }
        return text
    }
}

extension String {
    /// The number of terminal columns. Nearly every cell is ASCII text, which needs no search for grapheme clusters.
    fileprivate var width: Int { utf8.allSatisfy { $0 < 0x80 } ? utf8.count : count }
}
