import Actions
import Basics
import ModuleMaps
import Packages

/// Headers and module map in the layout of packages. One `-I` is enough to find the map, and the maps of several
/// packages have different paths in the folder into which Xcode copies them.
///
/// - A library with headers directly in `include`, or with a symbol prefix (a program may then contain a second copy of
///   the library): all headers go into a folder with the module's name.
/// - A library with all headers in one folder (`openssl/ssl.h`): they stay, and the map is in that folder.
/// - A library with several folders: they stay, and the map is in a folder with the module's name.
struct PackagedHeaders {
    /// The files, including the map, by path below the folder of headers.
    private(set) var files: [RelativePath: Node] = [:]
    /// The path of the map.
    let map: RelativePath
    /// Further header search folders for C code: the new folder of headers that were directly in `include`.
    let searched: [RelativePath]

    static let mapName: RelativePath = "module.modulemap"

    /// - Parameter include: the output of `WriteModuleMap`.
    init(include: Directory, _ facts: PackageFacts, _ context: BuiltinContext) async throws {
        let headers = try HeaderSet(include)
        let isFlat = facts.symbolNamespace != nil || headers.paths.contains { $0.parent == nil }
        let folder = isFlat ? .checked(facts.module.string) : headers.mapFolder(for: facts.module)
        map = folder.appending(Self.mapName)
        searched = isFlat ? [folder] : []
        let text = try await headers.mapText(context)
        let rewriter = IncludeRewriter(headers: Set(headers.paths.map(\.string)))
        for (path, digest) in headers.digests {
            let place = isFlat ? folder.appending(path) : path
            files[place] = try await Self.node(path, digest, isFlat ? rewriter : nil, context)
        }
        let moved =
            isFlat ? text : text.replacingModuleMapPaths { IncludeRewriter.path(from: folder.components, to: $0) }
        files[map] = try await context.file(moved)
    }

    /// Returns a header, with rewritten `#include` lines if there is a rewriter and a line must change.
    static func node(
        _ path: RelativePath, _ digest: Digest, _ rewriter: IncludeRewriter?, _ context: BuiltinContext
    ) async throws -> Node {
        guard let rewriter, let new = rewriter.rewritten(try await context.read(digest), of: path) else {
            return .file(digest, isExecutable: false)
        }
        return try await context.file(new)
    }
}

/// The headers of a merged `include`.
struct HeaderSet {
    let digests: [RelativePath: Digest]
    private let map: Digest

    init(_ include: Directory) throws(PackagingError) {
        var all = try ResolvedFiles(root: include, name: "include").all()
        guard let map = all.removeValue(forKey: PackagedHeaders.mapName) else {
            throw .missing("include/module.modulemap")
        }
        self.map = map
        digests = all
    }

    var paths: [RelativePath] { digests.keys.sorted() }

    /// The top-level folders that contain headers.
    var folders: [String] { Set(paths.filter { $0.parent != nil }.map { $0.components[0] }).sorted() }

    /// Returns the folder for the module map of a library without headers at the top level. macOS ignores the case of
    /// names, so the comparison with the module's name does too.
    func mapFolder(for module: ModuleName) -> RelativePath {
        let word = module.string.lowercased()
        let same = folders.first { $0.lowercased() == word }
        return .checked(folders.count == 1 ? folders[0] : same ?? module.string)
    }

    func mapText(_ context: BuiltinContext) async throws -> String {
        String(decoding: try await context.read(map), as: UTF8.self)
    }
}

extension String {
    /// Returns a module map with other paths: `header "openssl/ssl.h"`, `umbrella "folder"`.
    ///
    /// - Parameter new: returns the new path for the components of an old path.
    func replacingModuleMapPaths(_ new: ([String]) -> String) -> String {
        replacing(/(?<word>\b(?:header|umbrella)\s+)"(?<path>(?:[^"\\]|\\.)*)"/) { match in
            guard let path = RelativePath(String(match.path)) else { return String(match.0) }
            return "\(match.word)\"\(new(path.components))\""
        }
    }
}
