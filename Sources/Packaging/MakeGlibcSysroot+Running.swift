import Actions
import Basics
import Steps
import Toolchains

extension MakeGlibcSysroot: PackagingStep {
    public static func run(_ sysroot: GlibcSysroot, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let folder = try context.folder(wheel) else { throw PackagingError.missing(wheel) }
        var members: [RelativePath: Node] = [:]
        folder.forEachFile { members[$0] = $1 }
        let read = { (path: RelativePath) async throws -> [UInt8] in
            guard case .file(let digest, _) = members[path] else { throw StubSysrootError.missing(path) }
            return try await context.read(digest)
        }
        let layout = try sysroot.layout(
            members: members.keys, features: await read(sysroot.versionHeader),
            symbols: await read(sysroot.symbolList))
        var files: [RelativePath: Node] = [:]
        for (destination, source) in layout.headers { files[destination] = members[source] }
        try await add(layout.contents, to: &files, context)
        var sources: [RelativePath: Node] = [:]
        try await add(layout.sources, to: &sources, context)
        return BuiltinOutcome(outputs: [
            Self.sysroot: .directory(Directory(files: files)), stubs: .directory(Directory(files: sources)),
        ])
    }

    private static func add(
        _ contents: [RelativePath: [UInt8]], to files: inout [RelativePath: Node], _ context: BuiltinContext
    ) async throws {
        for (path, bytes) in contents { files[path] = .file(try await context.write(bytes), isExecutable: false) }
    }
}
