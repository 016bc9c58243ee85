import Machine
import Planning
import Store
import SystemPackage
import Toolchains

extension BuildContext {
    /// The Swift compiler beside a toolchain's clang.
    func swift(beside toolchains: some Sequence<ResolvedToolchain>) throws -> ModuleRequest.SwiftCompiler? {
        for toolchain in toolchains {
            guard let clang = toolchain.tools[.cc]?.realPath else { continue }
            let folder = FilePath(clang).removingLastComponent()
            let compiler = folder.appending("swiftc").string
            let library = folder.removingLastComponent().appending("lib/swift")
            let shims = library.appending("shims").string
            guard FileSystem.isExecutable(compiler), FileSystem.exists(shims) else { continue }
            return ModuleRequest.SwiftCompiler(
                path: compiler, digest: try digests.digest(ofFile: compiler), shims: shims,
                embedded: Self.triples(of: library.appending("embedded/Swift.swiftmodule").string))
        }
        return nil
    }

    /// The modules that a folder holds: `arm64-apple-ios.swiftmodule`.
    private static func triples(of folder: String) -> Set<String> {
        let names = (try? FileSystem.repairedNames(in: folder)) ?? []
        return Set(names.compactMap { $0.hasSuffix(".swiftmodule") ? String($0.dropLast(12)) : nil })
    }
}

extension ModuleRequest.SwiftCompiler {
    /// The folders of this machine that a sandbox must show: those of toolchains and of Swift.
    func folders(besides folders: [String]) -> [String] {
        let swift = FilePath(path).removingLastComponent().removingLastComponent()
        guard !["/usr", "/bin", "/lib"].contains(where: { swift.starts(with: FilePath($0)) }) else { return folders }
        return folders.filter { !FilePath($0).starts(with: swift) } + [swift.string]
    }
}

extension ModuleRequest {
    var visibleFolders: [String] {
        let folders = Set(toolchains.flatMap(\.visibleFolders)).sorted()
        return swift?.folders(besides: folders) ?? folders
    }
}
