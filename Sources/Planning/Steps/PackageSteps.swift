import Actions
import Basics
import Packages
import Recipes
import Steps
import Targets
import Toolchains

/// Plans the packages that other build systems use (XCFramework, artifact bundle, SwiftPM package, prefixes), their
/// zips and records, and the folder that contains all of these.
extension Planner {
    /// Plans the step that writes the folder, and returns it; returns nil when no requested format fits the targets.
    mutating func addPackages(
        _ package: PackageRequest, _ prefixes: [Prefix], _ parts: DistParts
    ) throws(PlanningError) -> StepID? {
        guard let request = package.packaging else { return nil }
        let slices = prefixes.map(\.packageSlice)
        var work = PackageWork(
            facts: facts(of: package, prefixes), slices: slices, request: request,
            licenses: licenses(package, source: parts.source).merging(licensesOfNeeds(of: prefixes)) { $1 },
            headers: .output(parts.headers, "include"))
        for variant in PackageVariant.all(of: slices) {
            work.archives[variant.archive(of: work.facts)] = try addArchive(package, variant, prefixes, parts)
        }
        try addFormats(package, prefixes, &work)
        guard !work.formats.isEmpty else { return nil }
        planned[planned.count - 1].package = .init(facts: work.facts, slices: slices, zips: work.zips)
        let records = try addRecords(package, prefixes, parts, work)
        return addFolder(package, work, records: records)
    }

    // MARK: Archives

    /// Plans the single archive of a variant. For systems other than Apple's, the archive includes all dependencies,
    /// because SwiftPM may link libraries in any order there.
    private mutating func addArchive(
        _ package: PackageRequest, _ variant: PackageVariant, _ prefixes: [Prefix], _ parts: DistParts
    ) throws(PlanningError) -> Input {
        let libraries = package.products.libraries
        var inputs: [Input] = []
        if variant.isApple, let archives = parts.archives {
            inputs = libraries.map { .output(archives, .checked("lib/\(variant.word)/\($0)")) }
        } else if let prefix = prefixes.first(where: { $0.target == variant.targets[0] }) {
            inputs = libraries.map { prefix.input(.checked("lib/\($0)")) }
            for need in prefix.needs {
                guard let other = planned[need.package].prefixes[prefix.target] else { continue }
                inputs += planned[need.package].request.products.libraries.map { other.input(.checked("lib/\($0)")) }
            }
        }
        guard inputs.count > 1 else { return inputs[0] }
        let named = inputs.enumerated().map {
            (RelativePath.checked("archives/\($0.offset)/\($0.element.name)"), $0.element)
        }
        return addOutput(
            .joinArchives, of: package, targets: variant.targets, JoinArchives.self,
            .init(archives: named.map(\.0)), inputs: Dictionary(uniqueKeysWithValues: named))
    }

    /// Adds a built-in step and returns its only output.
    private mutating func addOutput<Builtin: BuiltinStep>(
        _ kind: StepKind, of package: PackageRequest, targets: [Target] = [], _ step: Builtin.Type,
        _ parameters: Builtin.Parameters, inputs: [RelativePath: Input]
    ) -> Input {
        .output(add(kind, of: package, targets: targets, step, parameters, inputs: inputs), step.outputs[0])
    }

    // MARK: Formats

    private mutating func addFormats(
        _ package: PackageRequest, _ prefixes: [Prefix], _ work: inout PackageWork
    ) throws(PlanningError) {
        let bundles = work.request.formats.contains(.swiftPackage)
        let apple = work.slices.filter(\.target.platform.isApple)
        let others = work.slices.filter { !$0.target.platform.isApple }
        if !apple.isEmpty, bundles || work.request.formats.contains(.xcframework) {
            work.trees[.xcframework] = addXCFramework(package, apple, work)
        }
        if !others.isEmpty, bundles || work.request.formats.contains(.artifactBundle) {
            work.trees[.artifactBundle] = addOutput(
                .makeArtifactBundle, of: package, MakeArtifactBundle.self, .init(facts: work.facts, slices: others),
                inputs: work.inputs(isApple: false))
        }
        for (format, tree) in work.trees.sorted(by: { $0.key.rawValue < $1.key.rawValue })
        where work.request.formats.contains(format) || work.request.addresses != nil {
            work.zips[format] = add(.zip(format), of: package, MakeZip.self, .init(), inputs: ["contents": tree])
        }
        if bundles { work.trees[.swiftPackage] = try addSwiftPackage(package, prefixes, work) }
        if work.request.formats.contains(.prefix) { work.trees[.prefix] = addPrefixes(package, prefixes, work) }
        work.formats = PackageFormat.allCases.filter { work.request.formats.contains($0) && work.trees[$0] != nil }
    }

    private mutating func addXCFramework(
        _ package: PackageRequest, _ slices: [PackageSlice], _ work: PackageWork
    ) -> Input {
        let parameters = MakeXCFramework.Parameters(
            facts: work.facts, slices: slices, style: work.request.style, privacy: package.recipe.privacy)
        let made = addOutput(
            .makeXCFramework, of: package, MakeXCFramework.self, parameters, inputs: work.inputs(isApple: true))
        guard let signer = work.request.signer else { return made }
        // The output has the input's path: codesign signs the folder in place.
        let signed = add(
            .signXCFramework, of: package,
            .command(
                arguments: Self.signing("xcframework/\(work.facts.module).xcframework", by: signer), environment: [:]),
            inputs: ["xcframework": made], outputs: MakeXCFramework.outputs)
        return .output(signed, MakeXCFramework.outputs[0])
    }

    /// Returns the command that signs a folder.
    static func signing(_ path: String, by signer: String) -> [String] {
        ["/usr/bin/codesign", "--force", "--timestamp", "--sign", signer, path]
    }

    private mutating func addSwiftPackage(
        _ package: PackageRequest, _ prefixes: [Prefix], _ work: PackageWork
    ) throws(PlanningError) -> Input {
        let addresses = work.request.addresses
        let vendored = try vendored(by: prefixes, addresses)
        var inputs = work.licenses
        inputs["include"] = work.headers
        inputs["archives/any.a"] = work.archives.sorted { $0.key < $1.key }.first?.value
        if addresses == nil {
            for (format, tree) in work.trees { inputs[.checked(format.rawValue)] = tree }
        } else {
            for (facts, zips) in [(work.facts, work.zips)] + vendored.map({ ($0.facts, $0.zips) }) {
                for (format, zip) in zips {
                    inputs[.checked("checksums/\(facts.module)/\(format.rawValue)")] = .output(zip, "checksum")
                }
            }
        }
        let parameters = MakeSwiftPackage.Parameters(
            facts: work.facts, slices: work.slices, addresses: addresses,
            vendored: vendored.map { .init(facts: $0.facts, slices: $0.slices) })
        return addOutput(.makeSwiftPackage, of: package, MakeSwiftPackage.self, parameters, inputs: inputs)
    }

    /// Returns the dependencies that the package must contain.
    private func vendored(
        by prefixes: [Prefix], _ addresses: PackageAddresses?
    ) throws(PlanningError) -> [PlannedArtifacts] {
        guard let addresses else { return [] }
        let places = prefixes.dependencies
        guard addresses.packages != nil else { return places.compactMap { planned[$0].package } }
        for request in places.map({ planned[$0].request }) where request.version.semantic == nil {
            throw .packageVersion(request.recipe.name, request.version)
        }
        return []
    }

    private mutating func addPrefixes(
        _ package: PackageRequest, _ prefixes: [Prefix], _ work: PackageWork
    ) -> Input {
        let parameters = MakePrefixes.Parameters(
            facts: work.facts, targets: prefixes.map(\.target), libraries: package.products.libraries,
            buildRoots: [WorkPlaces.sandbox])
        let inputs = Dictionary(uniqueKeysWithValues: prefixes.map { (PrefixLayout.slice($0.target), $0.input()) })
        return addOutput(.makePrefixes, of: package, MakePrefixes.self, parameters, inputs: inputs)
    }

    // MARK: Records and folder

    private mutating func addRecords(
        _ package: PackageRequest, _ prefixes: [Prefix], _ parts: DistParts, _ work: PackageWork
    ) throws(PlanningError) -> Input {
        let place = PackagePlace(packages: request.packages, index: planned.count - 1)
        let dist = place.distParameters(prefixes, patches: try patchRecords(package))
        var inputs = licenses(package, source: parts.source)
        for (path, archive) in work.archives { inputs[.checked("subjects/\(path)")] = archive }
        for (format, zip) in work.zips {
            inputs[.checked("subjects/\(work.facts.module).\(format.rawValue).zip")] = .output(zip, "package.zip")
        }
        let parameters = MakeRecords.Parameters(
            facts: work.facts, targets: dist.targets, inputs: dist.inputs, dependencies: dist.dependencies ?? [],
            buildRoots: dist.buildRoots, tool: work.request.tool)
        return addOutput(.writeRecords, of: package, MakeRecords.self, parameters, inputs: inputs)
    }

    private mutating func addFolder(_ package: PackageRequest, _ work: PackageWork, records: Input) -> StepID {
        var inputs = work.licenses
        inputs["records"] = records
        for format in work.formats { inputs[.checked("formats/\(format.rawValue)")] = work.trees[format] }
        for (format, zip) in work.zips { inputs[.checked("zips/\(format.rawValue)")] = .output(zip, "package.zip") }
        let parameters = ComposePackages.Parameters(
            facts: work.facts, formats: work.formats, slices: work.slices, missing: work.request.missing)
        return add(.composePackages, of: package, ComposePackages.self, parameters, inputs: inputs)
    }
}

/// The intermediate results while a library's packages are planned.
private struct PackageWork {
    var facts: PackageFacts
    var slices: [PackageSlice]
    var request: PackagingRequest
    var licenses: [RelativePath: Input]
    var headers: Input
    /// The archives by their paths in the inputs of steps.
    var archives: [RelativePath: Input] = [:]
    var trees: [PackageFormat: Input] = [:]
    var zips: [PackageFormat: StepID] = [:]
    /// The formats to deliver.
    var formats: [PackageFormat] = []

    /// Returns the inputs of the steps that make XCFrameworks and bundles.
    func inputs(isApple: Bool) -> [RelativePath: Input] {
        var inputs = licenses
        inputs["include"] = headers
        let wanted = PackageVariant.all(of: slices).filter { $0.isApple == isApple }.map { $0.archive(of: facts) }
        for path in wanted { inputs[path] = archives[path] }
        return inputs
    }
}

extension Input {
    /// The last component of the input's path.
    fileprivate var name: String {
        switch self {
        case .output(_, let path): path.name
        case .localFile, .contents: "archive.a"
        }
    }
}

extension Prefix {
    fileprivate var packageSlice: PackageSlice {
        PackageSlice(target: target, minimumVersion: slice.toolchain.minimum(for: target))
    }
}

extension Planner {
    /// Returns the license texts of the dependencies that archives for systems other than Apple's include, each
    /// library's in a folder with its name.
    private func licensesOfNeeds(of prefixes: [Prefix]) -> [RelativePath: Input] {
        var inputs: [RelativePath: Input] = [:]
        for other in prefixes.dependencies.map({ planned[$0] }) {
            let texts = licenses(other.request, source: other.source)
            let folder = RelativePath.checked("\(Self.licenses)/\(other.request.recipe.name)")
            for (path, input) in texts { inputs[folder.appending(path.relative(to: Self.licenses) ?? path)] = input }
        }
        return inputs
    }

    /// Returns the facts about a library for its packages.
    private func facts(of package: PackageRequest, _ prefixes: [Prefix]) -> PackageFacts {
        let places = prefixes.dependencies
        let products = [package.products] + places.map { planned[$0].request.products }
        var facts = PackageFacts(
            name: package.recipe.name.string, version: package.version, summary: package.recipe.summary,
            license: package.recipe.license.string, homepage: package.recipe.homepage?.string,
            module: package.module(of: prefixes), links: products.flatMap(\.links).uniquedKeepingLast(),
            frameworks: products.flatMap(\.frameworks).uniquedKeepingLast(),
            dependencies: places.map { place in
                let other = planned[place].request
                return PackageFacts.Dependency(
                    name: other.recipe.name.string, version: other.version, module: other.products.module,
                    license: other.recipe.license.string)
            })
        facts.symbolNamespace = prefixes.lazy.compactMap(\.symbolNamespace).first
        return facts
    }
}
