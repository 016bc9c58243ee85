import Foundation
import Machine
import ObjectFiles
import Packaging

/// Writes an XCFramework of libraries or frameworks on disk: under a temporary name beside the output path, which is
/// then renamed.
struct XCFrameworkFolder {
    var call: XCFrameworkCall
    var host: Host

    /// - Returns: the absolute path of the XCFramework.
    func write() throws(XCFrameworkCallError) -> String {
        let output = host.absolute(call.output)
        guard !FileSystem.exists(output) else { throw .exists(call.output) }
        let libraries = try libraries()
        let new = Replacement(of: output)
        do {
            try FileSystem.makeFolders(new.path)
            let text = XCFrameworkInfo(libraries: libraries.map(\.library)).text
            try FileSystem.write(text.utf8, to: new.path + "/Info.plist")
            for entry in libraries {
                try copy(entry.input, entry.library, into: "\(new.path)/\(entry.library.identifier)")
            }
            try new.place()
        } catch {
            throw .write(call.output)
        }
        return output
    }

    private typealias Entry = (input: XCFrameworkCall.Input, library: XCFrameworkInfo.Library)

    private func libraries() throws(XCFrameworkCallError) -> [Entry] {
        var result: [Entry] = []
        for input in call.inputs {
            let library = try library(of: input)
            if let other = result.first(where: { $0.library.system == library.system }) {
                throw .sameVariant(other.input.path, input.path, identifier: library.identifier)
            }
            result.append((input, library))
        }
        return result
    }

    private func library(of input: XCFrameworkCall.Input) throws(XCFrameworkCallError) -> XCFrameworkInfo.Library {
        for path in [input.path] + (input.headers.map { [$0] } ?? []) + input.debugSymbols {
            guard FileSystem.exists(host.absolute(path)) else { throw .absent(path) }
        }
        let path = host.absolute(input.path)
        let name = URL(filePath: path).lastPathComponent
        let binary = binary(of: input, at: path)
        let view: ByteView
        do throws(ObjectFileError) {
            view = try ByteView(path: binary)
        } catch {
            throw .unreadable(input.path, reason: "\(error.fault)")
        }
        let (system, architectures) = try XCFrameworkInfo.Library.system(of: view, at: input.path)
        let folder = URL(filePath: path).resolvingSymlinksInPath().deletingLastPathComponent()
            .path(percentEncoded: false).trimmingSuffix("/")
        let inside = binary.hasPrefix(folder + "/") ? String(binary.dropFirst(folder.count + 1)) : name
        return XCFrameworkInfo.Library(
            system: system, architectures: architectures, path: name, binaryPath: inside,
            headersPath: input.headers == nil ? nil : "Headers",
            debugSymbolsPath: input.debugSymbols.contains { $0.trimmingSuffix("/").hasSuffix(".dSYM") } ? "dSYMs" : nil)
    }

    /// Returns the path of the binary. In a framework the binary has the framework's name, which on macOS is a link.
    private func binary(of input: XCFrameworkCall.Input, at path: String) -> String {
        let url = URL(filePath: path)
        let file =
            switch input.kind {
            case .library: url
            case .framework: url.appending(path: url.deletingPathExtension().lastPathComponent)
            }
        return file.resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private func copy(_ input: XCFrameworkCall.Input, _ library: XCFrameworkInfo.Library, into folder: String)
        throws(FileError)
    {
        try FileSystem.makeFolders(folder)
        try FileSystem.copyTree(host.absolute(input.path), to: "\(folder)/\(library.path)")
        if let headers = input.headers {
            try FileSystem.copyTree(host.absolute(headers), to: folder + "/Headers")
        }
        for path in input.debugSymbols where path.trimmingSuffix("/").hasSuffix(".dSYM") {
            try FileSystem.makeFolders(folder + "/dSYMs")
            let name = URL(filePath: path).lastPathComponent
            try FileSystem.copyTree(host.absolute(path), to: "\(folder)/dSYMs/\(name)")
        }
        if input.kind == .library { try copySwiftModules(of: input, into: folder) }
    }

    /// Copies the Swift module files beside a library: the textual interface and its documentation, and on request the
    /// binary module, which only the same compiler version can read.
    private func copySwiftModules(of input: XCFrameworkCall.Input, into folder: String) throws(FileError) {
        let url = URL(filePath: host.absolute(input.path))
        let name = url.deletingPathExtension().lastPathComponent
        let stem = name.hasPrefix("lib") ? String(name.dropFirst(3)) : name
        let suffixes = ["swiftinterface", "swiftdoc"] + (call.allowsInternalDistribution ? ["swiftmodule"] : [])
        let beside = url.deletingLastPathComponent()
        for suffix in suffixes {
            let file = beside.appending(path: "\(stem).\(suffix)").path(percentEncoded: false)
            guard FileSystem.exists(file) else { continue }
            try FileSystem.copyTree(file, to: "\(folder)/\(stem).\(suffix)")
        }
    }
}
