import Basics
import ObjectFiles
import Steps
import Targets

/// A parsed archive of a target.
struct AuditedArchive {
    var path: RelativePath
    var target: Target
    var members: [AuditedObject] = []
    var faults: [AuditReport.Fault] = []

    /// Reads every member; a member that is unreadable or breaks a rule adds a fault.
    init(_ view: ByteView, at path: RelativePath, _ rules: ObjectRules) {
        self.path = path
        target = rules.expectation.target
        do throws(ObjectFileError) {
            let archive = try Archive(view)
            if archive.flavor == .thin {
                add(.archive, nil, "an archive that contains its members", "a thin archive")
            } else if archive.members.isEmpty {
                add(.archive, nil, "objects", "none")
            }
            for member in archive.members where archive.flavor != .thin { read(member, rules) }
        } catch {
            add(.archive, nil, "an archive", "\(error.fault)")
        }
    }

    private mutating func read(_ member: ArchiveMember, _ rules: ObjectRules) {
        do throws(ObjectFileError) {
            let unit = ObjectInventory.Unit(member: member.name, bytes: member.bytes)
            let object = try AuditedObject(unit, rules.search)
            members.append(object)
            for breach in rules.breaches(of: object) {
                add(breach.rule, member.name, breach.expected, breach.found)
            }
        } catch {
            add(.format, member.name, "\(rules.expectation.format.rawValue) object", "\(error.fault)")
        }
    }

    /// Adds one fault for each symbol that members need and no library provides, at the first of these members.
    mutating func check(_ provided: SymbolProviders) {
        var seen: Set<String> = []
        for member in members {
            for symbol in member.summary.undefinedSymbols
            where provided.isRequired(symbol) && !provided.provides(symbol.name) && seen.insert(symbol.name).inserted {
                let newer = provided.newerVersion(for: symbol.name)
                add(
                    .undefinedSymbol, member.member, "a definition of `\(symbol.name)`",
                    newer.map { "none before glibc \($0)" } ?? "none")
            }
        }
    }

    /// Returns the needed libraries that compilers link only on request, each with the first needed symbol by name.
    ///
    /// - Parameter links: the libraries that the recipe lists; the result does not contain them.
    func unlinked(_ provided: SymbolProviders, links: [String]) -> [AuditReport.Unlinked] {
        var first: [String: String] = [:]
        for symbol in members.flatMap(\.summary.undefinedSymbols) where provided.isRequired(symbol) {
            guard let library = provided.library(for: symbol.name), !links.contains(library) else { continue }
            first[library] = min(first[library] ?? symbol.name, symbol.name)
        }
        return first.map { AuditReport.Unlinked(archive: path.name, library: $0.key, symbol: $0.value) }
    }

    private mutating func add(_ rule: AuditReport.Rule, _ member: String?, _ expected: String, _ found: String) {
        faults.append(
            AuditReport.Fault(
                target: target, archive: path, member: member, rule: rule, expected: expected, found: found))
    }

    func row(_ symbols: AuditReport.Symbols) -> AuditReport.Row {
        AuditReport.Row(
            archive: path, target: target, objects: members.count, symbols: symbols, faults: faults.count)
    }
}
