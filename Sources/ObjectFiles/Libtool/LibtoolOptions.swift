/// The parsed arguments of a call of `libtool`: valid as far as can be checked without its files.
struct LibtoolOptions {
    var output = ""
    /// The inputs in the order of the call, which is that of the members.
    var inputs: [Input] = []
    var architecture: MachOArchitecture?
    var libraryFolders: [String] = []
    /// The prefix of the standard folders.
    var root = ""
    var isSorted = true
    var warnsOfNoSymbols = true
    /// Whether members keep owner, mode and time of their original files.
    var keepsOrigins = false
    /// The file to which to write the dependencies of the library.
    var dependencies: String?

    enum Input: Hashable {
        case file(String)
        /// `-lNAME`.
        case library(String)
        /// A file that lists the names of files, and their folder.
        case list(String, folder: String?)
    }

    /// Returns the paths of all inputs, and the paths at which a library was searched but not found.
    func paths() throws(LibtoolError) -> (found: [String], missing: [String]) {
        var paths: [String] = []
        var missing: [String] = []
        for input in inputs {
            switch input {
            case .file(let path): paths.append(path)
            case .library(let name): paths.append(try library(name, &missing))
            case .list(let path, let folder): paths += try list(path, folder)
            }
        }
        return (paths, missing)
    }

    private func library(_ name: String, _ missing: inout [String]) throws(LibtoolError) -> String {
        // `-lcrt1.o` names an object to search in the same folders.
        let file = name.hasSuffix(".o") ? name : "lib\(name).a"
        let standard = ["/lib", "/usr/lib", "/usr/local/lib"].map { root + $0 }
        for path in (libraryFolders + standard).map({ "\($0)/\(file)" }) {
            if System.exists(path) { return path }
            missing.append(path)
        }
        throw .noLibrary(file)
    }

    private func list(_ path: String, _ folder: String?) throws(LibtoolError) -> [String] {
        let text = try LibtoolError.reading { () throws(ObjectFileError) in try ByteView(path: path).text() }
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard !lines.isEmpty else { throw .emptyList(file: path) }
        return lines.map { line in folder.map { "\($0)/\(line)" } ?? line }
    }
}
