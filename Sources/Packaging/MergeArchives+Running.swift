import Actions
import Basics
import ObjectFiles
import Steps
import Targets

extension MergeArchives: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        var files: [RelativePath: Node] = [:]
        for group in ArchiveGroup.all(of: parameters.targets) {
            let slices = try slices(of: group, context)
            for library in try libraries(parameters.libraries, slices, group) {
                let path = group.path(of: library)
                do {
                    files[path] = try await merge(library, path, group, slices, context)
                } catch  where PackagingError(error)?.isAboutForeignObject == true {
                    if let installer = parameters.installer {
                        context.say("error: \(Audit.foreignObjects(of: installer))")
                    }
                    throw error
                }
            }
        }
        return BuiltinOutcome(outputs: ["lib": Directory(files: files)["lib"] ?? .directory(Directory())])
    }

    /// Returns the archives of each target, by file name.
    private static func slices(
        of group: ArchiveGroup, _ context: BuiltinContext
    ) throws(PackagingError) -> [Target: [RelativePath: Digest]] {
        var slices: [Target: [RelativePath: Digest]] = [:]
        for target in group.targets {
            let path = PrefixLayout.slice(target).appending("lib")
            guard let files = try context.resolvedFiles(below: path) else { throw .missing(path) }
            slices[target] = files.filter { file, _ in
                file.parent == nil && file.name.hasPrefix("lib") && file.name.hasSuffix(".a")
            }
        }
        return slices
    }

    private static func libraries(
        _ named: [RelativePath], _ slices: [Target: [RelativePath: Digest]], _ group: ArchiveGroup
    ) throws(PackagingError) -> [RelativePath] {
        for library in named {
            for target in group.targets where slices[target]?[library] == nil {
                throw .noLibrary(library.string, target)
            }
        }
        return named.isEmpty ? Set(slices.values.flatMap(\.keys)).sorted() : named
    }

    private static func merge(
        _ library: RelativePath, _ path: RelativePath, _ group: ArchiveGroup,
        _ slices: [Target: [RelativePath: Digest]], _ context: BuiltinContext
    ) async throws -> Node {
        var views: [ByteView] = []
        var architectures: [String] = []
        for target in group.targets {
            guard let digest = slices[target]?[library] else { continue }
            let file = PrefixLayout.slice(target).appending("lib").appending(library)
            views.append(try ThinArchive.view(of: try await context.read(digest), at: file, for: target))
            architectures.append(target.architecture.rawValue)
        }
        context.say("`\(path)`: \(architectures.joined(separator: " "))")
        // A single slice is not merged, but `FatSource` checks its format too.
        let merged = views.count == 1 ? try FatSource(thin: views[0]).bytes.bytes() : try FatFile.merge(views)
        return try await context.file(merged)
    }
}
