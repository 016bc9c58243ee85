import Actions
import Basics
import ModuleMaps

/// Headers and module map as a package has them: so that `-I` of one folder finds the map, and so that the maps of
/// several packages can stand in one folder, into which Xcode copies them.
///
/// - A library with headers in `include` itself, or with new names for its symbols, so that another copy of it may
///   stand beside: all of it goes into a folder that is called as the module.
/// - One whose headers all stand in one folder (`openssl/ssl.h`): they stay, and the map lies in that folder.
/// - One with several folders: they stay, and the map lies in a folder that is called as the module.
struct PackagedHeaders {
    /// By path below the folder of headers, the map included.
    private(set) var files: [RelativePath: Node] = [:]
    /// Where the map lies.
    let map: RelativePath
    /// Folders that C code may want to search besides: where headers stand that were at the top.
    let searched: [RelativePath]

    static let mapName: RelativePath = "module.modulemap"

    /// - Parameter include: what `WriteModuleMap` left.
    init(include: Directory, _ facts: PackageFacts, _ context: BuiltinContext) async throws {
        let headers = try HeaderSet(include)
        let isFlat = facts.symbolPrefix != nil || headers.paths.contains { $0.parent == nil }
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
            isFlat ? text : ModuleMapPaths(text).replacing { IncludeRewriter.path(from: folder.components, to: $0) }
        files[map] = try await context.file(moved)
    }

    /// A header, rewritten where it was moved and has to be.
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

    /// The folders at the top.
    var folders: [String] { Set(paths.filter { $0.parent != nil }.map { $0.components[0] }).sorted() }

    /// Where the map goes when no header stands at the top: names that differ in case only are one on a Mac.
    func mapFolder(for module: ModuleName) -> RelativePath {
        let word = module.string.lowercased()
        let same = folders.first { $0.lowercased() == word }
        return .checked(folders.count == 1 ? folders[0] : same ?? module.string)
    }

    func mapText(_ context: BuiltinContext) async throws -> String {
        String(decoding: try await context.read(map), as: UTF8.self)
    }
}

/// The paths that a module map names: `header "openssl/ssl.h"`, `umbrella "folder"`.
struct ModuleMapPaths {
    let text: String

    init(_ text: String) { self.text = text }

    /// - Parameter new: the new path of one of these components.
    func replacing(_ new: ([String]) -> String) -> String {
        text.replacing(/(?<word>\b(?:header|umbrella)\s+)"(?<path>(?:[^"\\]|\\.)*)"/) { match in
            guard let path = RelativePath(String(match.path)) else { return String(match.0) }
            return "\(match.word)\"\(new(path.components))\""
        }
    }
}
