import Foundation
import Machine
import ModuleMaps
import SystemPackage
import Targets

/// Inspects the modules of a folder of headers with this machine's Swift and clang.
struct InterfaceReader {
    /// The folder with `module.modulemap`, absolute.
    var include: String
    /// A folder for output of the tools.
    var scratch: String
    var host: Host

    /// Returns the modules of the map.
    func modules() throws -> [ModuleMapText.Module] {
        let path = include + "/module.modulemap"
        let bytes = try CommandFailure.reading(path, at: path)
        do {
            let modules = try ModuleMapText(parsing: String(decoding: bytes, as: UTF8.self)).modules
            guard modules.isEmpty else { return modules }
        } catch {
            throw CommandFailure(.usage, error: "`\(path)`: \(error)")
        }
        throw CommandFailure(.usage, error: "`\(path)` declares no module")
    }

    /// Returns the Swift interface of a module, as Swift's own tool prints it.
    func interface(of module: ModuleMapText.Module) async throws -> String {
        // Links are resolved only to find the resource folder. The tools themselves are called through the links: they
        // are one program, which acts by the name under which it is called.
        let compiler = URL(filePath: try tool("swiftc")).resolvingSymlinksInPath().path(percentEncoded: false)
        let resources = FilePath(compiler).removingLastComponent().removingLastComponent().appending("lib/swift").string
        return try await output([
            "swift-synthesize-interface", "-module-name", module.name, "-target", host.target.triple, "-I",
            include, "-sdk", sdk, "-resource-dir", resources, "-module-cache-path", scratch + "/cache", "-o", "-",
        ])
    }

    /// Returns the preprocessed headers of a module with line markers and macro definitions.
    func declarations(of module: ModuleMapText.Module) async throws -> PreprocessedHeaders {
        let headers = module.allHeaders.filter { $0.kind == .header || $0.kind == .umbrella }
        let source = headers.map { "#include \"\(include)/\($0.path)\"\n" }.joined()
        let path = scratch + "/headers.c"
        try CommandFailure.writing(path) { () throws(FileError) in try FileSystem.write(source.utf8, to: path) }
        let text = try await output(["clang", "-E", "-dD", "-w", "-I", include, path])
        return PreprocessedHeaders(text, below: include)
    }

    private var sdk: String { host.environment["SDKROOT"].flatMap { $0.isEmpty ? nil : $0 } ?? "/" }

    private func output(_ arguments: [String]) async throws -> String {
        _ = try tool(arguments[0])
        let run = try await host.run(
            arguments, host.environment, in: FilePath(host.workingDirectory), failure: "cannot run `\(arguments[0])`")
        guard run.status == 0 else {
            let words = run.errors.split(separator: "\n").first { $0.contains("error") } ?? ""
            throw CommandFailure(.failedAudit, error: "`\(arguments[0])` failed: \(words)")
        }
        return run.output
    }

    /// Returns the path of a program in PATH.
    private func tool(_ name: String) throws -> String {
        if let path = host.programs(name).first { return path }
        throw CommandFailure(
            .usage, error: "there is no `\(name)` in PATH", hint: "add the folder of Swift's toolchain to PATH")
    }
}
