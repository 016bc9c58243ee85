import Basics
import ObjectFiles

/// The header of macros that replace the renamed symbols' old names with the new names.
///
/// The header is in the lowest folder that contains all of the library's headers (`include/openssl`), because
/// packages may move that folder as a whole.
struct RenamingHeader {
    private let renaming: SymbolRenaming
    /// The folder's components.
    private let folder: [String]
    private let isNeeded: Bool

    /// - Parameter headers: the library's headers, below the prefix.
    init(renaming: SymbolRenaming, headers: [RelativePath]) {
        self.renaming = renaming
        isNeeded = !headers.isEmpty && !renaming.names.isEmpty
        var common: [String]?
        for header in headers {
            let parts = header.components.dropLast()
            common = common.map { zip($0, parts).prefix { $0 == $1 }.map(\.0) } ?? Array(parts)
        }
        folder = common ?? []
    }

    private var name: String { "\(renaming.prefix)symbols.h" }

    /// The header's path; nil if no header or no symbol needs it.
    var path: RelativePath? { isNeeded ? RelativePath((folder + [name]).joined(separator: "/")) : nil }

    /// Returns the line to add at the start of one of the library's headers; empty if none is needed.
    func line(for header: RelativePath) -> String {
        guard isNeeded else { return "" }
        let steps = header.components.count - 1 - folder.count
        return "#include \"\(String(repeating: "../", count: steps))\(name)\"\n"
    }

    var text: String {
        let guardName = "\(renaming.prefix)SYMBOLS_H"
        let names = renaming.names.filter(SymbolRenaming.isPrefix).sorted()
        return """
            /* Adds \(renaming.prefix) to this library's names, so that a program can hold another copy of it. */
            #ifndef \(guardName)
            #define \(guardName)

            """ + names.map { "#define \($0) \(renaming.prefix)\($0)\n" }.joined() + "#endif\n"
    }
}
