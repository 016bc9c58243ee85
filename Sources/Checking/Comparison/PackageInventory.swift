import Basics
import Foundation
import ObjectFiles
import Targets

/// The contents of a package, from its files alone: libraries slice by slice, headers, the record of how each target
/// was built, and all other files.
///
/// A library that occurs twice (merged and in a target's prefix) is one slice, with the digests of both copies.
struct PackageInventory {
    var slices: [String: Slice] = [:]
    /// Digests of each header's versions, by its path below `include` or `Headers`.
    var headers: [String: Set<String>] = [:]
    /// Digests of all files that are neither libraries nor headers, by their paths.
    var files: [String: String] = [:]
    /// The records of `manifest.json`, by the target's name and the field's.
    var records: [String: [String: String]] = [:]
    /// The first digits of the digests of the inputs in `manifest.json`, by kind and name: `toolchain linux tool.cc`.
    var inputs: [String: String] = [:]

    /// One library for one target.
    struct Slice: Hashable {
        var path: String
        /// The sum of the sizes of all objects, in bytes.
        var size: Int
        var symbols: Set<String>
        /// The objects' values by property: `minimum-version`, `bitcode`.
        var properties: [String: String]
        /// Digests of the objects, of each copy of the library; the table and the padding of archives do not count.
        var contents: Set<String> = []
    }

    /// Leaves out unreadable files and reports them.
    init(_ files: PackageFiles, unreadable: inout [String]) {
        for path in files.files(below: nil) {
            do throws(ObjectFileError) {
                try add(path, of: files)
            } catch {
                unreadable.append("\(files.name)/\(path): \(error)")
            }
        }
        if files.isFile("manifest.json"), let bytes = try? files.read("manifest.json"),
            let manifest = try? PlainValue.json(bytes)
        {
            addRecords(manifest)
            addInputs(manifest)
        }
    }

    private mutating func add(_ path: RelativePath, of files: PackageFiles) throws(ObjectFileError) {
        if let header = Self.header(path) {
            headers[header, default: []].insert(try files.sha256(path))
            return
        }
        if Self.canBeLibrary(path), files.entries[path] == .file {
            do throws(ObjectFileError) {
                if try addLibrary(path, of: files) { return }
            } catch {
                // Other files, such as linker scripts, can have a library's name.
                if path.name.hasSuffix(".a") { throw error }
            }
        }
        self.files[path.string] = try files.sha256(path)
    }

    private static func canBeLibrary(_ path: RelativePath) -> Bool {
        ["a", "lib", "so", "dylib"].contains(path.name.split(separator: ".").last.map(String.init))
            || path.parent?.name.hasSuffix(".framework") == true || path.string.contains(".framework/Versions/A/")
    }

    private static func header(_ path: RelativePath) -> String? {
        let parts = path.components
        guard let folder = parts.lastIndex(where: { $0 == "include" || $0 == "Headers" }), folder < parts.count - 1
        else { return nil }
        return parts[(folder + 1)...].joined(separator: "/")
    }

    /// Adds a library; returns whether the file contains an object.
    private mutating func addLibrary(_ path: RelativePath, of files: PackageFiles) throws(ObjectFileError) -> Bool {
        var isLibrary = false
        for slice in try ObjectInventory(try files.map(path)).slices {
            let summaries = slice.units.compactMap { try? ObjectFile($0.bytes).summary() }
            guard let first = summaries.first else { continue }
            isLibrary = true
            let key = "\(Self.library(path)) \(Self.target(of: first, at: path))"
            let digests = slice.units.map { $0.bytes.withUnsafeBytes(files.digest) }.joined(separator: "\n")
            slices[
                key,
                default: Slice(
                    path: path.string, size: slice.units.reduce(0) { $0 + $1.bytes.count },
                    symbols: Set(summaries.flatMap(\.definedSymbols)), properties: Self.properties(summaries))
            ].contents.insert(Array(digests.utf8).withUnsafeBytes(files.digest))
        }
        return isLibrary
    }

    private static func library(_ path: RelativePath) -> String {
        path.components.first { $0.hasSuffix(".framework") } ?? path.name
    }

    /// Returns the object's platform, if recorded, and architecture; else the target that a folder names, if any; else
    /// the object's format and architecture.
    private static func target(of summary: ObjectSummary, at path: RelativePath) -> String {
        if let platform = summary.platform { return "\(platform) \(summary.architecture)" }
        let named = path.components.lazy.compactMap { Target($0) ?? Target(triple: $0) }.first
        return named?.name ?? "\(summary.format.rawValue) \(summary.architecture)"
    }

    private static func properties(_ summaries: [ObjectSummary]) -> [String: String] {
        func all(_ value: (ObjectSummary) -> String?) -> String {
            Set(summaries.compactMap(value)).sorted().joined(separator: ", ")
        }
        return [
            "minimum-version": all { $0.minimumVersion?.description },
            "bitcode": all { $0.bitcode.rawValue },
            "pic": all { $0.positionIndependence.rawValue },
            "debug": all { $0.hasDebugInformation ? "yes" : "no" },
            "abi": all { $0.abiFlags.joined(separator: ",") },
        ]
    }

    private mutating func addRecords(_ manifest: PlainValue) {
        for record in manifest.map?["targets"]?.list ?? [] {
            guard let map = record.map, let target = map["target"]?.text else { continue }
            for (name, value) in map where name != "target" { records[target, default: [:]][name] = Self.words(value) }
        }
    }

    /// Adds the inputs. The comparison reports them, the records and the files one by one, so that only the other parts
    /// of the manifest count as its contents.
    private mutating func addInputs(_ manifest: PlainValue) {
        guard var rest = manifest.map, let inputs = rest["inputs"]?.list else { return }
        for input in inputs.compactMap(\.map) {
            guard let kind = input["kind"]?.text, let name = input["name"]?.text, let digest = input["sha256"]?.text
            else { continue }
            self.inputs["\(kind) \(name)"] = String(digest.prefix(12))
        }
        for key in ["inputs", "targets", "files"] { rest[key] = nil }
        files["manifest.json"] = Self.words(.map(rest))
    }

    private static func words(_ value: PlainValue) -> String {
        switch value {
        case .text(let text): text
        case .number(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let list): list.map(words).joined(separator: " ")
        case .map(let map):
            map.sorted { $0.key < $1.key }.map { "\($0.key)=\(words($0.value))" }.joined(separator: "; ")
        case .nothing: ""
        }
    }
}
