/// Searches for libraries and frameworks.
///
/// An absolute folder is searched below each `-syslibroot`, and directly only if no root contains it; the standard
/// folders come last. In each folder, a stub precedes a library and a library precedes an archive. With
/// `-search_dylibs_first`, archives are searched only after all folders were searched for stubs and libraries. Source:
/// Apple's ld(1), "Library search", and lld's behaviour.
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

    /// Returns the folders of the command line that do not exist.
    static func absentFolders(_ options: ProbeOptions) -> [String] {
        let libraries = rooted(options.libraryFolders, [], options.roots).map { ("-L", $0) }
        let frameworks = rooted(options.frameworkFolders, [], options.roots).map { ("-F", $0) }
        return (libraries + frameworks).filter { !System.exists($0.1) }.map { "\($0.0)\($0.1)" }
    }

    /// Returns the path of `-lNAME`; nil if there is none.
    func library(_ name: String) -> String? {
        // `-lfoo.o` requests an object file, which is searched in the same folders.
        if name.hasSuffix(".o") { return first([name]) }
        let dynamic = [".tbd", ".dylib", ".so"].map { "lib\(name)\($0)" }
        guard looksForDynamicFirst else { return first(dynamic + ["lib\(name).a"]) }
        return first(dynamic) ?? first(["lib\(name).a"])
    }

    /// Returns the first of these files in the first folder that has one.
    private func first(_ names: [String]) -> String? {
        libraryFolders.lazy.flatMap { folder in names.lazy.map { "\(folder)/\($0)" } }.first(where: System.exists)
    }

    /// Returns the path of `-framework NAME` or `-framework NAME,SUFFIX`.
    func framework(_ word: String) -> String? {
        let name = word.split(separator: ",").first.map(String.init) ?? word
        return frameworkFolders.lazy.compactMap { Self.stubOrSelf("\($0)/\(name).framework/\(name)") }.first
    }

    /// Returns the path of a re-exported library by its install name.
    func installed(_ name: String) -> String? {
        (roots + [""]).lazy.compactMap { Self.stubOrSelf($0 + name) }.first
    }

    private static func stubOrSelf(_ path: String) -> String? {
        let bare = path.hasSuffix(".dylib") ? String(path.dropLast(6)) : path
        return [bare + ".tbd", path].first(where: System.exists)
    }
}
