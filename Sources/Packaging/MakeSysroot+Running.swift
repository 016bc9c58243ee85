import Actions
import Basics
import Steps
import Toolchains

extension MakeSysroot: PackagingStep {
    public static func run(_ sysroot: StubSysroot, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let folder = try context.folder(wheel) else { throw PackagingError.missing(wheel) }
        var members: [RelativePath: Node] = [:]
        folder.forEachFile { members[$0] = $1 }
        let layout = try sysroot.layout(members: members.keys)
        var files: [RelativePath: Node] = [:]
        for (destination, source) in layout.copies { files[destination] = members[source] }
        for (destination, rewrite) in layout.rewrites {
            guard case .file(let digest, _) = members[rewrite.source] else {
                throw StubSysrootError.missing(rewrite.source)
            }
            let bytes = try sysroot.rewritten(try await context.read(digest), rewrite)
            files[destination] = .file(try await context.write(bytes), isExecutable: false)
        }
        for (destination, target) in layout.links { files[destination] = .symlink(target: target) }
        for (destination, bytes) in layout.contents {
            files[destination] = .file(try await context.write(bytes), isExecutable: false)
        }
        return BuiltinOutcome(outputs: [Self.sysroot: .directory(Directory(files: files))])
    }
}
