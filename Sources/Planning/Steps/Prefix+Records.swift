import Basics
import Recipes
import Steps
import Targets
import Toolchains

extension Prefix {
    /// The properties that the audit expects of the prefix's objects.
    var expectation: AuditExpectation {
        let bitcode: AuditExpectation.Bitcode =
            switch slice.settings.bitcode {
            case .off: .none
            case .marker: .marker
            case .full: .full
            }
        return AuditExpectation(target: target, minimumVersion: slice.toolchain.minimum(for: target), bitcode: bitcode)
    }

    /// Returns the manifest's record of the build that made the prefix.
    func record(_ place: PackagePlace) -> TargetRecord {
        let build = slice.build(of: place.package, with: needs)
        let toolchain = slice.toolchain
        let words = { (arguments: [Argument]) in arguments.map { $0.resolved(root: "$ROOT") } }
        let minimum = toolchain.minimum(for: target)
        return TargetRecord(
            target: target, triple: minimum.map(target.triple(minimum:)) ?? target.triple, minimumVersion: minimum,
            flags: [
                "CFLAGS": words(build.tools.flags.compiler), "CPPFLAGS": words(build.tools.flags.preprocessor),
                "LDFLAGS": words(build.tools.flags.linker),
            ],
            configure: words(build.configureArguments), toolchain: toolchain.name,
            link: needs.isEmpty ? nil : place.linkWords(self), symbolNamespace: symbolNamespace)
    }
}

extension PackageRequest {
    /// The inputs of the package: its sources, and of each toolchain the tools, the files that determine the result,
    /// and the files from which its sysroot is made.
    var inputRecords: [InputRecord] {
        var records = choice.version.sources.map(\.record)
        for toolchain in slices.map(\.toolchain) where !delivered.isDisjoint(with: toolchain.targets) {
            for (property, value) in toolchain.buildProperties().sorted(by: { $0.key < $1.key }) {
                guard let digest = Digest(value), property != ResolvedToolchain.canaryProperty else { continue }
                // The record contains only the file's name, because its path differs between machines.
                let part = property.utf8.split(separator: 0x2F).last.map { String(Substring($0)) } ?? property
                records.append(
                    InputRecord(
                        kind: .toolchain, name: "\(toolchain.name) \(part)", sha256: digest.hash, size: digest.size))
            }
            switch toolchain.sysroot {
            case .absent, .system, .folder: break
            case .stub(let sysroot, let wheel):
                records.append(.sysroot("\(sysroot.family.rawValue) \(sysroot.version)", wheel))
            case .glibc(let sysroot, let wheel, let runtime):
                let name = "glibc \(sysroot.version) \(sysroot.architecture.rawValue)"
                records += [wheel, runtime.pinnedFile].compactMap(\.self).map { .sysroot(name, $0) }
            }
        }
        return records.uniqued()
    }
}

extension InputRecord {
    fileprivate static func sysroot(_ name: String, _ part: PinnedFile) -> InputRecord {
        InputRecord(
            kind: .sysroot, name: "\(name) from \(part.file)", sha256: part.digest.hash, size: part.digest.size)
    }
}

extension Source {
    fileprivate var record: InputRecord {
        let address: String? = if case .url(let addresses) = place { addresses.first?.string } else { nil }
        let name =
            switch place {
            case .url: address?.split(separator: "/").last.map(String.init) ?? "source"
            case .debian(let file): file.file.string
            case .pypi(let file): file.file?.string ?? file.package
            case .path(let path): path.string
            }
        return InputRecord(kind: .source, name: name, sha256: sha256, url: address)
    }
}
