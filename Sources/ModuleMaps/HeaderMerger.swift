import Basics
import Targets

/// Merges the headers of all targets into one `include` that serves every one of them.
///
/// - A file that is the same wherever it exists, and exists for every target, stays.
/// - One that differs becomes a dispatch header, its variants beside it: `config.h` includes `config-armv7_i386.h` or
///   `config-arm64_x86_64.h`. They lie in the same folder because a variant's `#include "other.h"` is looked for there.
/// - One that only some targets have becomes a dispatch header too, so that the others, for which it was not meant, get
///   an error that says so.
/// - A module map that a library installed itself is dropped: `ModuleMapWriter` writes one for what was merged.
///
/// It knows nothing of bytes: `Content` is whatever is equal when the bytes are, a digest for one.
public struct HeaderMerger<Content: Hashable & Sendable>: Sendable {
    /// What each target installed below `include`, by path.
    public var slices: [Target: [RelativePath: Content]]

    public init(slices: [Target: [RelativePath: Content]]) { self.slices = slices }

    /// Does it.
    ///
    /// - Throws: a path that is a file for one target and a folder for another, or a name that no `#include` can hold.
    public func merged() throws(HeaderMergeError) -> MergedHeaders<Content> {
        let targets = Target.all.filter { slices[$0] != nil }
        let paths = Set(slices.values.flatMap(\.keys)).sorted()
        try checkFolders(paths)
        var result = MergedHeaders<Content>()
        var taken = Set(paths)
        for path in paths {
            if path.name == "module.modulemap" || path.name == "module.private.modulemap" {
                result.dropped.append(path)
            } else {
                try add(path, targets: targets, taken: &taken, to: &result)
            }
        }
        return result
    }

    private func add(
        _ path: RelativePath, targets: [Target], taken: inout Set<RelativePath>, to result: inout MergedHeaders<Content>
    ) throws(HeaderMergeError) {
        let holders = targets.filter { slices[$0]?[path] != nil }
        let variants = variants(of: path, holders)
        if variants.count == 1, holders == targets {
            result.files[path] = .common(variants[0].content)
        } else {
            try addDispatch(path, variants, all: targets, taken: &taken, to: &result)
        }
    }

    /// The different contents, in the order of their first target.
    private func variants(of path: RelativePath, _ holders: [Target]) -> [(content: Content, targets: [Target])] {
        var order: [Content] = []
        var targets: [Content: [Target]] = [:]
        for target in holders {
            guard let content = slices[target]?[path] else { continue }
            if targets[content] == nil { order.append(content) }
            targets[content, default: []].append(target)
        }
        return order.map { ($0, targets[$0] ?? []) }
    }

    private func addDispatch(
        _ path: RelativePath, _ variants: [(content: Content, targets: [Target])], all: [Target],
        taken: inout Set<RelativePath>, to result: inout MergedHeaders<Content>
    ) throws(HeaderMergeError) {
        guard path.name.utf8.allSatisfy({ !#""\*?<>"#.utf8.contains($0) }) else { throw .unusableName(path) }
        let holders = variants.flatMap(\.targets)
        let telling = variants.enumerated().flatMap { index, variant in variant.targets.map { ($0, index) } }
        // Targets without the file count as a variant of their own, or the conditions would not keep them out.
        let key = DispatchKey.smallest(telling: telling + all.filter { !holders.contains($0) }.map { ($0, -1) })
        var header = DispatchHeader(path: path, variants: [], key: key, all: all)
        for variant in variants {
            let name = VariantName(header: path, targets: variant.targets, key: key).free(among: &taken)
            header.variants.append((name.name, variant.targets))
            result.files[name] = .variant(variant.content, of: path, targets: variant.targets)
        }
        let isPartial = holders.count < all.count
        result.files[path] = .dispatch(header.text, targets: isPartial ? all.filter(holders.contains) : nil)
    }

    /// Paths are sorted, but `a.h` may stand between `a` and `a/b`: hence a set of every folder.
    private func checkFolders(_ paths: [RelativePath]) throws(HeaderMergeError) {
        var folders: [RelativePath: RelativePath] = [:]
        for path in paths {
            var next = path.parent
            while let folder = next {
                folders[folder] = path
                next = folder.parent
            }
        }
        for path in paths {
            if let below = folders[path] { throw .fileAndFolder(path, below: below) }
        }
    }
}
