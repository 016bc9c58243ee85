import Actions
import Basics
import ModuleMaps
import Steps
import Targets

extension WriteModuleMap: PackagingStep {
    public static func run(_ parameters: Parameters, _ context: BuiltinContext) async throws -> BuiltinOutcome {
        guard let include = try context.folder("include") else { throw PackagingError.missing("include") }
        let origins = try await context.json(at: "headers.json", as: [HeaderOrigin].self)
        let reports = try await reports(parameters.targets, context)
        let map = try ModuleMapWriter(request: parameters.module, origins: origins, reports: reports).written()
        for decision in map.decisions {
            guard let reason = decision.reason else { continue }
            context.say("`\(decision.header)` is \(word(for: decision.listing)): \(reason)")
        }
        if parameters.leavesUnreached != true {
            let unreached = try await HeaderReach(map, include, context).unreached
            guard unreached.isEmpty else { throw PackagingError.unreached(parameters.module.name, unreached) }
        }
        let node = try await context.file(map.text)
        let prepared = try await prepared(include, map, parameters.module.defines ?? [:], context)
        return BuiltinOutcome(outputs: [
            "include": .directory(prepared.inserting(node, at: "module.modulemap")),
            "modulemap.json": try await context.file(CanonicalJSON.document(of: map.decisions)),
        ])
    }

    /// Returns the headers with definitions of the recipe's macros before their text: importers may not define them.
    private static func prepared(
        _ include: Directory, _ map: ModuleMap, _ defines: [String: String], _ context: BuiltinContext
    ) async throws -> Directory {
        guard !defines.isEmpty else { return include }
        var result = include
        let lines = defines.sorted { $0.key < $1.key }.map {
            "#ifndef \($0.key)\n#define \($0.key) \($0.value)\n#endif\n"
        }
        for decision in map.decisions where decision.listing != .leftOut {
            guard case .file(let digest, _) = include[decision.header] else { continue }
            let bytes = Array(lines.joined().utf8) + (try await context.read(digest))
            result = result.inserting(try await context.file(bytes), at: decision.header)
        }
        return result
    }

    private static func reports(_ targets: [Target], _ context: BuiltinContext) async throws -> [Target: HeaderReport] {
        var reports: [Target: HeaderReport] = [:]
        for target in targets {
            let path = PrefixLayout.report(target)
            let text = String(decoding: try await context.bytes(at: path), as: UTF8.self)
            do {
                reports[target] = try HeaderReport(parsing: text)
            } catch {
                throw PackagingError.unreadable(path, "\(error)")
            }
        }
        return reports
    }

    private static func word(for listing: ModuleMap.Listing) -> String {
        switch listing {
        case .header: "listed after the others"
        case .umbrella: "the umbrella"
        case .covered: "not listed"
        case .textual: "textual"
        case .leftOut: "left out"
        }
    }
}
