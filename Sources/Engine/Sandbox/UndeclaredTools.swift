import Actions
import Basics
import Machine
import SystemPackage

/// The programs of this machine that a step must not run, because they are no tools of the step: compilers, linkers and
/// archivers, and programs such as `xml2-config`, which print the flags of a library of the machine.
///
/// A file that fails takes the place of each compiler, linker and archiver. It writes the program's name to a record,
/// because `configure` ignores the message and the status of a program that it tries. A program that prints flags is
/// only absent: many scripts try it, and go on without it.
struct UndeclaredTools: Hashable, Sendable {
    struct Program: Hashable, Sendable {
        /// The file in a folder of `PATH`.
        var path: FilePath
        /// The path without symbolic links.
        var realPath: FilePath
        /// Whether the program prints the flags of a library.
        var printsFlags: Bool { realPath.lastComponent.map { UndeclaredTools.printsFlags($0.string) } ?? false }
        /// Whether the path is a link to a program of another kind, such as BusyBox, which other names need.
        var isAlias: Bool { !printsFlags && realPath.lastComponent.map { !UndeclaredTools.isTool($0.string) } ?? true }
    }

    /// The programs, in the order of the folders, sorted by name in each.
    private(set) var programs: [Program] = []
    /// The step's own tools.
    let tools: StepTools

    /// The names of compilers and of the programs that GCC and the GNU binutils consist of, also with the prefix of
    /// another system: `x86_64-w64-mingw32-gcc`. `ld.so` is not among them: it is the loader of all programs.
    static func isTool(_ name: String) -> Bool {
        var words = name.split(separator: "-")
        if words.count > 1, words.last?.allSatisfy({ $0.isNumber || $0 == "." }) == true { words.removeLast() }
        if let base = words.last, bases.contains(base) { return true }
        if let triple = name.firstRange(of: "-linux-gnu") { return name[triple.upperBound...].contains("-") }
        let isLinker = name.hasPrefix("ld.") && !name.hasPrefix("ld.so")
        return isLinker || ["c++", "cpp", "g++", "gcc"].contains { name.hasPrefix($0) }
    }

    /// The names of programs that print the flags of a library: `xml2-config`, `pg_config`, `llvm-config-22`,
    /// `krb5-config.mit`; but not `pkg-config`, whose files of the machine are hidden.
    static func printsFlags(_ name: String) -> Bool {
        // The regular expression alone would take most of the time of a search of `PATH`.
        guard name.contains("config"),
            let word = name.firstMatch(of: /.[-_]config(?=$|\.|-?[0-9])/)
        else { return false }
        return !name[..<word.range.upperBound].hasSuffix("pkg-config")
    }

    private static let bases: Set<Substring> = [
        "ar", "as", "c++", "c89", "c99", "cc", "clang", "clang++", "cpp", "dlltool", "g++", "gcc",
        "gold", "icx", "ld", "lld", "mold", "nm", "objcopy", "ranlib", "strip", "tcc", "windres", "zig",
    ]

    /// Finds the programs in the folders of `PATH`, without the step's own tools.
    ///
    /// - Parameter path: the value of `PATH`.
    init(path: String, besides tools: StepTools) {
        self.tools = tools
        let own = Set(tools.paths.compactMap { FileSystem.realPath($0) })
        var seen: Set<String> = []
        for folder in path.split(separator: ":").map(String.init) where seen.insert(folder).inserted {
            let names = (try? FileSystem.repairedNames(in: folder)) ?? []
            for name in names.sorted() {
                let (printsFlags, path) = (Self.printsFlags(name), "\(folder)/\(name)")
                guard printsFlags || Self.isTool(name), let real = FileSystem.realPath(path), !own.contains(real),
                    FileSystem.kind(real) == .file
                else { continue }
                let program = Program(path: FilePath(path), realPath: FilePath(real))
                if !printsFlags || program.printsFlags { programs.append(program) }
            }
        }
    }

    /// Returns the text of the file that takes the place of a program. Under the name of a program that prints flags, the
    /// file only fails.
    ///
    /// - Parameter record: the path, as the step sees it, of the file to which the program's name is appended.
    static func refusal(record: FilePath) -> String {
        """
        #!/bin/sh
        case ${0##*/} in *[-_]config*) exit 127 ;; esac
        echo "${0##*/}" >>'\(record.string.replacing("'", with: #"'\''"#))'
        echo "${0##*/}: not a declared tool of this build" >&2
        exit 127

        """
    }

    /// Returns the names in a record, each once, in their order.
    static func names(inRecord text: String) -> [String] {
        text.split(separator: "\n").map(String.init).uniqued()
    }
}
