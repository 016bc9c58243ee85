import Documents
import Machine
import Targets

/// The known toolchains, in the order of preference.
public struct ToolchainCatalog: Hashable, Sendable {
    public let toolchains: [ToolchainFile]

    public init(_ toolchains: [ToolchainFile]) { self.toolchains = toolchains }

    /// Reads the `*.yaml` files of folders, in the order of the folders and sorted by name within each. A missing
    /// folder counts as empty. Of several toolchains with the same name, the first is used.
    ///
    /// Throws the faults of all files together.
    public static func read(folders: [String]) throws(CatalogFaults) -> ToolchainCatalog {
        var toolchains: [ToolchainFile] = []
        var faults: [Faults] = []
        for folder in folders {
            let names = (try? FileSystem.repairedNames(in: folder)) ?? []
            for name in names where name.hasSuffix(".yaml") && !name.hasPrefix(".") {
                do {
                    let file = try read(folder + "/" + name)
                    if !toolchains.contains(where: { $0.name == file.name }) { toolchains.append(file) }
                } catch {
                    faults.append(error)
                }
            }
        }
        guard faults.isEmpty else { throw CatalogFaults(faults: faults) }
        return ToolchainCatalog(toolchains)
    }

    private static func read(_ path: String) throws(Faults) -> ToolchainFile {
        let bytes: [UInt8]
        do throws(FileError) { bytes = try FileSystem.contents(path) } catch {
            let fault = Diagnostic(.error, "the file cannot be read: \(error.reason)", at: nil)
            throw Faults([fault], in: SourceText(file: path, text: ""))
        }
        return try ToolchainFile.read(bytes, file: path).0
    }

    /// Returns the toolchain for a target: the one with the given name, or the first that serves the target.
    public func toolchain(for target: Target, host: Target, named name: String? = nil) throws(ToolchainError)
        -> ToolchainFile
    {
        guard let name else {
            guard let first = toolchains.first(where: { $0.serves(target, host: host) }) else {
                throw .noToolchain(target, host: host)
            }
            return first
        }
        guard let toolchain = toolchains.first(where: { $0.name == name }) else {
            throw .unknown(name, known: toolchains.map(\.name))
        }
        guard toolchain.serves(target, host: host) else { throw .doesNotServe(name, target, host: host) }
        return toolchain
    }

    /// Returns every target for which some toolchain builds on a host.
    public func targets(host: Target) -> [Target] {
        Target.all.filter { target in toolchains.contains { $0.serves(target, host: host) } }
    }
}

/// The faults of toolchain files, file by file.
public struct CatalogFaults: Error, Hashable, Sendable, CustomStringConvertible {
    public let faults: [Faults]

    public var description: String { faults.map(\.rendered).joined(separator: "\n\n") }
}
