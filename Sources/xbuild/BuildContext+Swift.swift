import Machine
import Planning
import Store
import SystemPackage
import Toolchains

extension BuildContext {
    /// Returns the Swift compiler in the folder of a toolchain's clang, of the first toolchain that has one; nil if
    /// none has.
    func swift(beside toolchains: some Sequence<ResolvedToolchain>) throws -> ModuleRequest.SwiftCompiler? {
        for toolchain in toolchains {
            guard let clang = toolchain.tools[.cc]?.realPath, let programs = FileSystem.parent(of: clang) else {
                continue
            }
            let compiler = "\(programs)/swiftc"
            let library = "\(FileSystem.parent(of: programs) ?? "")/lib/swift"
            let shims = "\(library)/shims"
            guard FileSystem.isExecutable(compiler), FileSystem.exists(shims) else { continue }
            return ModuleRequest.SwiftCompiler(
                path: compiler, digest: try digests.digest(ofFile: compiler), shims: shims,
                embedded: Self.triples(of: "\(library)/embedded/Swift.swiftmodule"))
        }
        return nil
    }

    /// Returns the triples of the modules in a folder: `arm64-apple-ios` for `arm64-apple-ios.swiftmodule`.
    private static func triples(of folder: String) -> Set<String> {
        let names = (try? FileSystem.repairedNames(in: folder)) ?? []
        return Set(names.compactMap { $0.hasSuffix(".swiftmodule") ? String($0.dropLast(12)) : nil })
    }
}

extension ModuleRequest.SwiftCompiler {
    /// Returns the folders of this machine that a sandbox must show: `folders`, which belong to toolchains, and
    /// Swift's.
    func folders(besides folders: [String]) -> [String] {
        guard let swift = FileSystem.parent(of: path).flatMap(FileSystem.parent),
            path.hasPrefix("/usr/local/") || !["/usr/", "/bin/", "/lib/"].contains(where: path.hasPrefix)
        else { return folders }
        return folders.filter { !"\($0)/".hasPrefix("\(swift)/") } + [swift]
    }
}

extension ModuleRequest {
    var visibleFolders: [String] {
        let folders = Set(toolchains.flatMap(\.visibleFolders)).sorted()
        return swift?.folders(besides: folders) ?? folders
    }
}
