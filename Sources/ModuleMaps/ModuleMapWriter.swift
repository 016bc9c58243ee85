import Basics
import Targets

/// Writes the module map of a merged `include`: one flat module that lists its headers one by one.
///
/// It uses no umbrella unless the recipe names one: clang would compile all headers of an umbrella folder, also those
/// that do not compile alone, and only warns about headers that an umbrella header does not include. The module is
/// `[system]`, so that users see no warnings from its headers, and it exports the modules that its headers include.
///
/// For each header, the first rule that matches applies:
/// 1. a header that the recipe excludes is left out; a header that the recipe lists as textual is textual
/// 2. a variant is textual: its dispatch header includes it
/// 3. a file without the name of a C header is left out
/// 4. if the recipe names the headers, all others are left out
/// 5. a header that some target's compiler rejects, even after all others, is textual; a header that only some targets
///    have must compile for those targets only: for the others it is empty, see `DispatchHeader`
/// 6. a header that fails alone but compiles after the others is listed after them: clang compiles a module's headers
///    as one file in the map's order, and an include of the header imports the whole module
/// 7. all other headers are listed in the recipe's order, or by name; if there is an umbrella header,
///    only it is listed
///
/// `ModuleMapLayout` divides the listed headers into submodules.
public struct ModuleMapWriter: Sendable {
    public var request: ModuleMapRequest
    /// The merged headers.
    public var origins: [HeaderOrigin]
    /// The results of `HeaderCheck` for each target. A header that is missing in a report counts as compiling alone.
    public var reports: [Target: HeaderReport]
    /// The headers that match the patterns of the request.
    private let headers: [RelativePath]
    private let textual: Set<RelativePath>
    private let excluded: Set<RelativePath>

    public init(request: ModuleMapRequest, origins: [HeaderOrigin], reports: [Target: HeaderReport]) {
        self.request = request
        self.origins = origins
        self.reports = reports
        let known = origins.map(\.path)
        headers = request.headers.expanded(over: known)
        textual = Set(request.textual.expanded(over: known))
        excluded = Set(request.excluded.expanded(over: known))
    }

    /// Returns the module map.
    ///
    /// - Throws: an error for a header of the request that does not exist, or for an empty listing.
    public func written() throws(ModuleMapError) -> ModuleMap {
        let known = origins.map(\.path).sorted()
        // Excluded headers may be missing: versions of a library differ in their headers.
        for pattern in request.headers + request.textual where !known.contains(where: pattern.matches) {
            throw .noSuchHeader(pattern.path, known: known)
        }
        if let umbrella = request.umbrella, !known.contains(umbrella) {
            throw .noSuchHeader(umbrella, known: known)
        }
        let decisions = orderedOrigins.map { origin in
            let (listing, reason) = listing(of: origin)
            return ModuleMap.Decision(header: origin.path, listing: listing, reason: reason)
        }
        let plain = decisions.filter { $0.listing == .umbrella || $0.listing == .header && $0.reason == nil }
        let behind = decisions.filter { $0.listing == .header && $0.reason != nil }
        let ordered = plain + behind.sorted { position(of: $0.header) < position(of: $1.header) }
        guard !ordered.isEmpty else { throw .nothingToList(request.name) }
        let all =
            ordered + decisions.filter { $0.listing == .textual }
            + decisions.filter { $0.listing == .covered } + decisions.filter { $0.listing == .leftOut }
        return ModuleMap(text: ModuleMapLayout(request: request, decisions: all).text, decisions: all)
    }

    /// The recipe's headers in its order, then all others by path.
    private var orderedOrigins: [HeaderOrigin] {
        let first = Set(headers)
        let byPath = Dictionary(origins.map { ($0.path, $0) }) { first, _ in first }
        return headers.compactMap { byPath[$0] }
            + origins.filter { !first.contains($0.path) }.sorted { $0.path < $1.path }
    }

    private func listing(of origin: HeaderOrigin) -> (ModuleMap.Listing, ModuleMap.Reason?) {
        let path = origin.path
        if excluded.contains(path) { return (.leftOut, .excludedInRecipe) }
        if textual.contains(path) { return (.textual, .textualInRecipe) }
        if origin.kind == .variant { return (.textual, .variant(origin.of ?? path)) }
        if let umbrella = request.umbrella {
            if path == umbrella { return (.umbrella, nil) }
            if path.name.hasSuffix(".h") { return (.covered, .umbrella(umbrella)) }
        }
        let isNamed = headers.contains(path)
        if !isNamed, !path.name.hasSuffix(".h") { return (.leftOut, .notC) }
        if !isNamed, !request.headers.isEmpty { return (.leftOut, .notInRecipe) }
        return verdict(on: origin)
    }

    /// Returns the worst verdict of the targets that have the header.
    private func verdict(on origin: HeaderOrigin) -> (ModuleMap.Listing, ModuleMap.Reason?) {
        var behind: ModuleMap.Reason?
        for (target, finding) in findings(of: origin.path) where origin.targets?.contains(target) ?? true {
            switch finding.verdict {
            case .fails(let error): return (.textual, .fails(target, error))
            case .afterOthers(let error): behind = behind ?? .needsOthers(target, error)
            case .alone: break
            }
        }
        return (.header, behind)
    }

    private func findings(of path: RelativePath) -> [(Target, HeaderReport.Finding)] {
        Target.all.compactMap { target in
            reports[target]?.findings.first { $0.header == path }.map { (target, $0) }
        }
    }

    /// Returns the last position that any target's report gives the header among those that compile only after others.
    private func position(of path: RelativePath) -> Int {
        reports.values.compactMap { $0.afterOthers.firstIndex(of: path) }.max() ?? 0
    }

    /// Returns a name as it is, or quoted if it is a keyword of the language.
    static func word(_ name: String) -> String { keywords.contains(name) ? quoted(name) : name }

    /// Source: "Module Map Language", "Lexical structure", in clang's documentation of modules.
    static let keywords: Set<String> = [
        "config_macros", "conflict", "exclude", "explicit", "export", "export_as", "extern", "framework", "header",
        "link", "module", "private", "requires", "textual", "umbrella", "use",
    ]

    /// Returns a text as a string literal of C, whose tokens module maps use.
    static func quoted(_ text: String) -> String {
        "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}
