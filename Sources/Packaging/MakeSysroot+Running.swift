import Actions
import Basics
import Foundation
import Steps
import Toolchains

extension MakeSysroot {
    /// The function behind the step: arranges a wheel's members as an SDK.
    public static let builtin: Builtin = { context in
        let sysroot = try JSONDecoder().decode(Parameters.self, from: Data(context.parameters.utf8))
        guard case .directory(let wheel) = context.inputs[Self.wheel] else {
            context.say("error: there is no wheel to make a sysroot of")
            return BuiltinOutcome(outputs: [:], failure: .build)
        }
        var members: [RelativePath: Node] = [:]
        wheel.forEachFile { members[$0] = $1 }
        do {
            return BuiltinOutcome(outputs: [Self.sysroot: .directory(try await tree(sysroot, members, context))])
        } catch let error as StubSysrootError {
            context.say("error: \(error)")
            return BuiltinOutcome(outputs: [:], failure: .build)
        }
    }

    private static func tree(
        _ sysroot: StubSysroot, _ members: [RelativePath: Node], _ context: BuiltinContext
    ) async throws -> Directory {
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
        return Directory(files: files)
    }
}
