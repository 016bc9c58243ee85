import Basics
import Targets

/// Writes the module map of a merged `include`: one flat module that lists its headers one by one.
///
/// Not an umbrella: an umbrella folder compiles headers that were never meant to stand alone, and an umbrella header
/// only warns when it misses one. The module is `[system]`, so warnings in its headers are not its users', and exports
/// what its headers include.
///
/// The rules, first match:
/// 1. what the recipe excludes is left out; what it calls textual is textual
/// 2. a variant is textual: its dispatch header includes it
/// 3. what is no C header by its name is left out
/// 4. where the recipe names the headers, others are left out
/// 5. a header that some target's compiler refuses, whatever comes before it, is textual; one that only some targets
///    have must compile for those: in the module of the others it is empty, see `DispatchHeader`
/// 6. one that fails alone but compiles behind the others is listed behind them: clang compiles a module's headers as
///    one file in the map's order, and whoever includes the header gets the whole module
/// 7. all others are listed in the recipe's order, or by name; where there is an umbrella header,
///    it alone stands for them
///
/// `ModuleMapLayout` divides what is listed into submodules.
public struct ModuleMapWriter: Sendable {
    public var request: ModuleMapRequest
    /// The merged headers.
    public var origins: [HeaderOrigin]
    /// What `HeaderCheck` found for each target. A header of which a report says nothing counts as standing alone.
    public var reports: [Target: HeaderReport]
    /// What the patterns of the request stand for.
    private let named: Named

    private struct Named {
        var headers: [RelativePath]
        var textual: Set<RelativePath>
        var excluded: Set<RelativePath>
    }

    public init(request: ModuleMapRequest, origins: [HeaderOrigin], reports: [Target: HeaderReport]) {
        self.request = request
        self.origins = origins
        self.reports = reports
        let known = origins.map(\.path)
        named = Named(
            headers: request.headers.expanded(over: known), textual: Set(request.textual.expanded(over: known)),
            excluded: Set(request.excluded.expanded(over: known)))
    }

    /// Does it.
    ///
    /// - Throws: a header of the request that does not exist, or that nothing is left to list.
    public func written() throws(ModuleMapError) -> ModuleMap {
        let known = origins.map(\.path).sorted()
        // What is left out may be missing: not every version of a library has the same headers.
        for pattern in request.headers + request.textual
        where !known.contains(where: pattern.matches) {
            throw .noSuchHeader(pattern.path, known: known)
        }
        if let umbrella = request.umbrella, !known.contains(umbrella) {
            throw .noSuchHeader(umbrella, known: known)
        }
        let decisions = orderedPaths.map(decision(for:))
        let plain = decisions.filter { $0.listing == .umbrella || $0.listing == .header && $0.reason == nil }
        let behind = decisions.filter { $0.listing == .header && $0.reason != nil }
        let ordered = plain + behind.sorted { position(of: $0.header) < position(of: $1.header) }
        guard !ordered.isEmpty else { throw .nothingToList(request.name) }
        let all =
            ordered + decisions.filter { $0.listing == .textual }
            + decisions.filter { $0.listing == .covered } + decisions.filter { $0.listing == .leftOut }
        return ModuleMap(text: text(all), decisions: all)
    }

    /// The recipe's headers in its order, then all others by path.
    private var orderedPaths: [HeaderOrigin] {
        let first = Set(named.headers)
        let byPath = Dictionary(origins.map { ($0.path, $0) }) { first, _ in first }
        return named.headers.compactMap { byPath[$0] }
            + origins.filter { !first.contains($0.path) }.sorted { $0.path < $1.path }
    }

    private func decision(for origin: HeaderOrigin) -> ModuleMap.Decision {
        let (listing, reason) = listing(of: origin)
        return ModuleMap.Decision(header: origin.path, listing: listing, reason: reason)
    }

    private func listing(of origin: HeaderOrigin) -> (ModuleMap.Listing, ModuleMap.Reason?) {
        let path = origin.path
        if named.excluded.contains(path) { return (.leftOut, .excludedInRecipe) }
        if named.textual.contains(path) { return (.textual, .textualInRecipe) }
        switch origin.kind {
        case .variant: return (.textual, .variant(origin.of ?? path))
        case .common, .dispatch, .partial: break
        }
        if let umbrella = request.umbrella {
            if path == umbrella { return (.umbrella, nil) }
            if path.name.hasSuffix(".h") { return (.covered, .umbrella(umbrella)) }
        }
        let isNamed = named.headers.contains(path)
        if !isNamed, !path.name.hasSuffix(".h") { return (.leftOut, .notC) }
        if !isNamed, !request.headers.isEmpty { return (.leftOut, .notInRecipe) }
        return verdict(on: origin)
    }

    /// The worst that the report of any target with the header says.
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

    /// How late any target's check accepted it among those that need others: it comes after them in that order.
    private func position(of path: RelativePath) -> Int {
        reports.values.compactMap { $0.afterOthers.firstIndex(of: path) }.max() ?? 0
    }

    private func text(_ decisions: [ModuleMap.Decision]) -> String {
        ModuleMapLayout(request: request, decisions: decisions).text
    }

    /// A name as it is, unless the language has the word for itself: such a name is written as a string.
    static func word(_ name: String) -> String {
        keywords.contains(name) ? quoted(name) : name
    }

    /// Source: "Module Map Language", "Lexical structure", in clang's documentation of modules.
    static let keywords: Set<String> = [
        "config_macros", "conflict", "exclude", "explicit", "export", "export_as", "extern", "framework", "header",
        "link", "module", "private", "requires", "textual", "umbrella", "use",
    ]

    /// As a C string: a module map is read with C's tokens.
    static func quoted(_ text: String) -> String {
        "\"" + text.flatMap { $0 == "\"" || $0 == "\\" ? ["\\", $0] : [$0] } + "\""
    }
}
