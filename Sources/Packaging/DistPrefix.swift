import Actions
import Basics
import ObjectFiles
import Packages
import Steps
import Targets

/// One target's installed `lib` and `include`, changed so that they work in any folder.
struct DistPrefix {
    var target: Target
    var buildRoots: [String]
    var context: BuiltinContext

    /// Returns the files by path below the prefix.
    func files() async throws -> [RelativePath: Node] {
        let slice = PrefixLayout.slice(target)
        guard let installed = try context.resolvedFiles(below: slice) else { throw PackagingError.missing(slice) }
        let isStatic = !installed.keys.contains { $0.components[0] == "lib" && $0.isSharedLibrary }
        var files: [RelativePath: Node] = [:]
        for (path, digest) in installed.sorted(by: { $0.key < $1.key }) {
            guard let place = Self.place(of: path), let node = try await node(path, digest, isStatic: isStatic)
            else { continue }
            guard files.updateValue(node, forKey: place) == nil else {
                throw PackagingError.twice(slice.appending(path), slice.appending(place))
            }
        }
        return files
    }

    /// Returns the new path of an installed file; nil for files that are left out.
    private static func place(of path: RelativePath) -> RelativePath? {
        let components = path.components
        if path.name.hasSuffix(".la") { return nil }
        if path.name.hasSuffix(".pc"), components.dropLast() == ["share", "pkgconfig"] {
            return RelativePath("lib/pkgconfig/\(path.name)")
        }
        return components[0] == "lib" || components[0] == "include" ? path : nil
    }

    /// Returns the file as shipped; nil if it would contain the path of a folder of the build.
    private func node(_ path: RelativePath, _ digest: Digest, isStatic: Bool) async throws -> Node? {
        if path.components[0] == "include" { return .file(digest, isExecutable: false) }
        let bytes = try await context.read(digest)
        if path.name.hasSuffix(".a") {
            let view = try ThinArchive.view(of: bytes, at: PrefixLayout.slice(target).appending(path), for: target)
            return view.count == bytes.count ? .file(digest, isExecutable: false) : try await context.file(view.bytes())
        }
        if path.name.hasSuffix(".pc") {
            let file = PkgConfigFile(String(decoding: bytes, as: UTF8.self))
            return try await context.file(file.relocated(buildRoots: buildRoots, isStatic: isStatic).text)
        }
        let view = ByteView(bytes, name: path.string)
        if let root = buildRoots.first(where: view.contains) {
            context.say("`\(target)`: `\(path)` contains `\(root)` and is left out")
            return nil
        }
        return .file(digest, isExecutable: false)
    }
}
