import Basics
import Targets

/// Merges the headers of all targets into one folder `include` that works for every target.
///
/// - A file that every target has, with equal contents, stays unchanged.
/// - A file that differs becomes a dispatch header, with its variants beside it: `config.h` includes
///   `config-armv7_i386.h` or `config-arm64_x86_64.h`. They are in the same folder because compilers search that folder
///   for an `#include "other.h"` in a variant.
/// - A file that only some targets have becomes a dispatch header too, so that the other targets get an error that
///   explains its absence.
/// - A module map that a library installed is dropped: `ModuleMapWriter` writes one for the merged headers.
///
/// The merger reads no files: `Content` is any value that is equal for equal contents, such as a digest.
public struct HeaderMerger<Content: Hashable & Sendable>: Sendable {
    /// The files that each target installed below `include`, by path.
    public var slices: [Target: [RelativePath: Content]]

    public init(slices: [Target: [RelativePath: Content]]) { self.slices = slices }

    /// Merges the headers.
    ///
    /// - Throws: an error for a path that is a file for one target and a folder for another, and for a header that
    ///   differs between targets and has a name that an `#include` cannot contain.
    public func merged() throws(HeaderMergeError) -> MergedHeaders<Content> {
        let targets = Target.all.filter { slices[$0] != nil }
        let paths = Set(slices.values.flatMap(\.keys)).sorted()
        try checkFolders(paths)
        var result = MergedHeaders<Content>()
        var taken = Set(paths)
        for path in paths {
            let holders = targets.filter { slices[$0]?[path] != nil }
            let variants = variants(of: path, holders)
            if path.name == "module.modulemap" || path.name == "module.private.modulemap" {
                result.dropped.append(path)
            } else if variants.count == 1, holders == targets {
                result.files[path] = .common(variants[0].content)
            } else {
                try addDispatch(path, variants, all: targets, taken: &taken, to: &result)
            }
        }
        return result
    }

    /// Returns the different contents with their targets, in the order of each one's first target.
    private func variants(of path: RelativePath, _ holders: [Target]) -> [(content: Content, targets: [Target])] {
        let contents = holders.compactMap { slices[$0]?[path] }.uniqued()
        return contents.map { content in (content, holders.filter { slices[$0]?[path] == content }) }
    }

    private func addDispatch(
        _ path: RelativePath, _ variants: [(content: Content, targets: [Target])], all: [Target],
        taken: inout Set<RelativePath>, to result: inout MergedHeaders<Content>
    ) throws(HeaderMergeError) {
        guard path.name.utf8.allSatisfy({ !#""\*?<>"#.utf8.contains($0) }) else { throw .unusableName(path) }
        let holders = variants.flatMap(\.targets)
        let indexes = variants.enumerated().flatMap { index, variant in variant.targets.map { ($0, index) } }
        // Targets without the file count as a variant, else the conditions would not exclude them.
        let key = DispatchKey.smallest(distinguishing: indexes + all.filter { !holders.contains($0) }.map { ($0, -1) })
        var header = DispatchHeader(path: path, variants: [], key: key, all: all)
        for variant in variants {
            let name = VariantName(header: path, targets: variant.targets, key: key).free(among: &taken)
            header.variants.append((name.name, variant.targets))
            result.files[name] = .variant(variant.content, of: path, targets: variant.targets)
        }
        let isPartial = holders.count < all.count
        result.files[path] = .dispatch(header.text, targets: isPartial ? all.filter(holders.contains) : nil)
    }

    /// Throws if a file's path is also a folder. Comparing neighbours in sorted order would not suffice, as `a.h` may
    /// sort between `a` and `a/b`.
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
