/// Where libraries and frameworks are looked for.
///
/// A folder that is absolute is tried below each `-syslibroot` first and by itself only when no root has it; the
/// standard folders come last. In each folder a stub goes before a library and that before an archive;
/// with `-search_dylibs_first` all folders are searched for archives last. Source: Apple's ld(1),
/// "Library search", and lld's behaviour.
struct ProbeSearch {
    private let libraryFolders: [String]
    private let frameworkFolders: [String]
    private let roots: [String]
    private let looksForDynamicFirst: Bool

    init(_ options: ProbeOptions) {
        roots = options.roots
        looksForDynamicFirst = options.looksForDynamicFirst
        let standard = options.usesStandardFolders
        libraryFolders = Self.rooted(
            options.libraryFolders, standard ? ["/usr/lib", "/usr/local/lib"] : [], options.roots)
        frameworkFolders = Self.rooted(
            options.frameworkFolders, standard ? ["/Library/Frameworks", "/System/Library/Frameworks"] : [],
            options.roots)
    }

    private static func rooted(_ named: [String], _ standard: [String], _ roots: [String]) -> [String] {
        var all: [String] = []
        for folder in named {
            let found = folder.hasPrefix("/") ? roots.map { $0 + folder }.filter(System.exists) : []
            all += found.isEmpty ? [folder] : found
        }
        for folder in standard { all += roots.isEmpty ? [folder] : roots.map { $0 + folder } }
        return all
    }

    /// Folders of the line that are not there.
    static func absentFolders(_ options: ProbeOptions) -> [String] {
        let libraries = rooted(options.libraryFolders, [], options.roots).map { ("-L", $0) }
        let frameworks = rooted(options.frameworkFolders, [], options.roots).map { ("-F", $0) }
        return (libraries + frameworks).filter { !System.exists($0.1) }.map { "\($0.0)\($0.1)" }
    }

    /// The path of `-lNAME`.
    func library(_ name: String) -> String? {
        // `-lfoo.o` names an object to be found in the same folders.
        if name.hasSuffix(".o") { return first([name]) }
        let dynamic = [".tbd", ".dylib", ".so"].map { "lib\(name)\($0)" }
        guard looksForDynamicFirst else { return first(dynamic + ["lib\(name).a"]) }
        return first(dynamic) ?? first(["lib\(name).a"])
    }

    /// The first folder's first file of these.
    private func first(_ names: [String]) -> String? {
        libraryFolders.lazy.flatMap { folder in names.lazy.map { "\(folder)/\($0)" } }.first(where: System.exists)
    }

    /// The path of `-framework NAME` or `-framework NAME,SUFFIX`.
    func framework(_ word: String) -> String? {
        let name = word.split(separator: ",").first.map(String.init) ?? word
        return frameworkFolders.lazy.compactMap { Self.stubOrSelf("\($0)/\(name).framework/\(name)") }.first
    }

    /// The path of a library that another re-exports by its install name.
    func installed(_ name: String) -> String? {
        (roots + [""]).lazy.compactMap { Self.stubOrSelf($0 + name) }.first
    }

    private static func stubOrSelf(_ path: String) -> String? {
        let bare = path.hasSuffix(".dylib") ? String(path.dropLast(6)) : path
        return [bare + ".tbd", path].first(where: System.exists)
    }
}
