/// The listing of an object by `nm`: its symbols, each with a letter for its kind and its value, as llvm-nm prints them
/// by default.
///
/// Letters: `U` undefined, `C` common, `T` code, `D` data, `R` read-only data, `B` zeros, `A` absolute, `S` in another
/// section of Mach-O, `W` weak and `V` weak data (not in Mach-O, where they have the letters of other symbols), `I`
/// indirect or for a linker, `N` for debuggers; lower case for local symbols, and for undefined weak ones.
/// Source: the manual of llvm-nm; tests compare with it.
public struct NameList: Sendable {
    public var rows: [Row]
    /// The number of hexadecimal digits of a value.
    var digits: Int
    /// Whether rows contain only names, as in lists of undefined symbols of Mach-O.
    private var isNamesOnly: Bool

    public struct Row: Hashable, Sendable {
        public var letter: Character
        /// The value; nil for undefined symbols.
        public var value: UInt64?
        public var name: String
    }

    public init(_ object: ObjectFile, _ options: NameListOptions) throws(ObjectFileError) {
        let sections = try object.sections()
        digits = object.addressDigits
        isNamesOnly = options.isNamesOnly
        if case .machO = object, options.isUndefinedOnly { isNamesOnly = true }
        rows = []
        for symbol in try object.symbols() where !object.isMappingSymbol(symbol.name) {
            let letter = object.letter(of: symbol, sections)
            let isValued = symbol.definition != .undefined || letter == "W"
            guard options.includes(symbol, isUndefined: !isValued) else { continue }
            rows.append(Row(letter: letter, value: isValued ? symbol.value : nil, name: symbol.name))
        }
        if options.isSorted { rows.sort { ($0.name, $0.value ?? 0) < ($1.name, $1.value ?? 0) } }
    }

    /// Returns one line for each row, with a prefix.
    func text(label: String) -> String {
        var text = ""
        for row in rows {
            text += label
            if !isNamesOnly {
                text += row.value.map { Self.hexadecimal($0, digits) } ?? String(repeating: " ", count: digits)
                text += " \(row.letter) "
            }
            text += row.name
            text += "\n"
        }
        return text
    }

    private static func hexadecimal(_ value: UInt64, _ digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }
}

/// The selection of symbols, and the form of the list.
public struct NameListOptions: Hashable, Sendable {
    public var isExternalOnly = false
    public var isUndefinedOnly = false
    public var isDefinedOnly = false
    public var isSorted = true
    public var isNamesOnly = false
    /// Whether each line begins with the file's name, instead of a heading for each file.
    public var namesFiles = false

    public init() {}

    func includes(_ symbol: ObjectSymbol, isUndefined: Bool) -> Bool {
        if isExternalOnly, !symbol.isExternal { return false }
        return isUndefined ? !isDefinedOnly : !isUndefinedOnly
    }
}
