import Actions
import Basics

/// The files of a tree by path, with links resolved.
///
/// Libraries install links beside headers and archives (`png.h` to `libpng16/png.h`), but zips and the
/// comparison of slices by path need files.
struct ResolvedFiles {
    let root: Directory
    /// The tree's name in errors.
    let name: RelativePath

    /// The limit of links on the way to one file; a longer chain counts as a cycle.
    private static let longestChain = 16

    /// Returns every file below the root, with its digest.
    func all() throws(PackagingError) -> [RelativePath: Digest] {
        var files: [RelativePath: Digest] = [:]
        try collect(root, at: [], links: 0, into: &files)
        return files
    }

    private func collect(
        _ folder: Directory, at path: [String], links: Int, into files: inout [RelativePath: Digest]
    ) throws(PackagingError) {
        for entry in folder.entries {
            let path = path + [entry.name]
            var (node, links) = (entry.node, links)
            if case .symlink(let target) = node {
                guard links < Self.longestChain, let found = resolve(path) else {
                    throw .badLink(name.appending(relative(path)), target: target)
                }
                (node, links) = (found, links + 1)
            }
            switch node {
            case .file(let digest, _): files[relative(path)] = digest
            case .directory(let directory): try collect(directory, at: path, links: links, into: &files)
            case .symlink, .unloaded: throw .missing(name.appending(relative(path)))
            }
        }
    }

    private func relative(_ path: [String]) -> RelativePath { .checked(path.joined(separator: "/")) }

    /// Returns the file or folder to which a path leads, through links; nil when it does not exist or is outside the
    /// tree.
    private func resolve(_ path: [String]) -> Node? {
        var rest = Array(path.reversed())
        var walked: [String] = []
        var links = 0
        while let component = rest.popLast() {
            switch component {
            case "", ".": continue
            case "..": if walked.popLast() == nil { return nil }
            default:
                switch root[relative(walked + [component])] {
                case .symlink(let target):
                    links += 1
                    guard links <= Self.longestChain, !target.hasPrefix("/") else { return nil }
                    rest += target.split(separator: "/").map(String.init).reversed()
                case .file, .directory: walked.append(component)
                case .unloaded, nil: return nil
                }
            }
        }
        return walked.isEmpty ? nil : root[relative(walked)]
    }
}
