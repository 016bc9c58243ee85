import Basics
import Documents

extension Recipe {
    /// Reads a recipe's file. Throws all of its faults at once.
    ///
    /// - Parameters:
    ///   - file: the path that messages show.
    ///   - folder: the name of the file's folder, which must be the recipe's; nil to skip that check.
    public static func read(_ bytes: [UInt8], file: String, folder: String? = nil) throws(Faults) -> RecipeFile {
        let read = try draft(bytes, file: file, folder: folder)
        guard let recipe = Recipe(read.draft) else { throw Faults(read.warnings, in: read.source) }
        return RecipeFile(
            recipe: recipe, source: read.source, warnings: read.warnings, attachments: read.draft.attachments,
            dependencyMarks: read.draft.dependencyMarks)
    }

    /// Reads and checks a recipe's file. Returns the recipe with the places of its values; no required value is
    /// missing. Throws all faults at once.
    static func draft(
        _ bytes: [UInt8], file: String, folder: String?
    ) throws(Faults) -> (draft: RecipeDocument, source: SourceText, warnings: [Diagnostic]) {
        let document = try Document(bytes, file: file)
        var findings = Findings(document.findings)
        let draft = RecipeLanguage.recipe.read(document.root, &findings)
        if let draft {
            for check in allChecks(folder: folder) { check.run(draft, &findings) }
        }
        guard !findings.hasErrors, let draft else {
            throw Faults(findings.sorted, in: document.source)
        }
        return (draft, document.source, findings.sorted)
    }

    /// Nil when a required value is missing, for which a fault was noted when the document was read.
    init?(_ draft: RecipeDocument) {
        guard let name = draft.name, let summary = draft.summary, let license = draft.license,
            let entries = draft.versions, let newest = entries.map(\.name.value).max(), let build = draft.build,
            let products = draft.products, let licenseFiles = draft.licenseFiles
        else { return nil }
        self.name = name.value
        self.summary = summary.value
        self.license = license.value
        homepage = draft.homepage?.value
        versions = entries.map { RecipeVersion($0, patches: draft.patches) }
        defaultVersion = entries.first { $0.value.isDefault?.value == true }?.name.value ?? newest
        self.build = build.system
        slices = build.slices
        tools = build.tools.map(\.value)
        files = build.allFiles.map(\.value).uniqued()
        dependencies = draft.dependencies.map(\.dependency)
        tables = draft.tables.map(TargetTable.init)
        settings = build.settings.settings
        options = draft.options.map(RecipeOption.init)
        conditions = draft.conditions.map(\.value.condition)
        minimum = Dictionary(draft.minimum.map { ($0.name.value, $0.value) }) { first, _ in first }
        targets = draft.targets?.map(\.value) ?? Self.usualTargets
        self.products = products.value
        self.licenseFiles = licenseFiles.map(\.value)
        tests = draft.tests?.value.tests
        packages = draft.packages
        explained = Dictionary(draft.explained.map { ($0.name.value, $0.value) }) { first, _ in first }
        privacy = Dictionary(draft.privacy.map { ($0.name.value, $0.value.map(\.value)) }) { first, _ in first }
    }
}

extension RecipeOption {
    fileprivate init(_ entry: TableEntry<OptionName, OptionBlock>) {
        self.init(
            name: entry.name.value, summary: entry.value.summary, isOnByDefault: entry.value.isOnByDefault,
            on: entry.value.on.map(\.value), off: entry.value.off.map(\.value),
            dependencies: entry.value.dependencies.map(\.dependency), requires: entry.value.requires.map(\.value),
            versions: entry.value.versions.map(\.value), libraries: entry.value.libraries.map(\.value),
            headers: entry.value.headers.map(\.value))
    }
}

extension RecipeVersion {
    fileprivate init(_ entry: TableEntry<Version, VersionBlock>, patches: [Located<Patch>]) {
        self.init(
            version: entry.name.value, sources: entry.value.sources.compactMap(\.source),
            patches: (patches + entry.value.patches).map(\.value))
    }
}
