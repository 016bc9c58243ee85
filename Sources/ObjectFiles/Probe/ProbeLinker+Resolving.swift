/// Who provides what is asked for, and in which order files come in for it.
///
/// lld takes an object's definitions first and then, one after another, what it asks for; a member that is found for a
/// name comes in with all that it asks for in turn before the next name. An archive's table is gone through in the same
/// way. The order decides which of several definitions are taken and which are told as duplicates, so it is kept here;
/// as a stack of what is still to do, since members can ask for one another without end.
extension ProbeLinker {
    /// Something begun: names that a file asks for, entries of an archive's table, or members of an archive.
    enum Work {
        case references([String], by: String, next: Int)
        case table(archive: Int)
        case members([ArchiveMember], archive: Int, next: Int, flag: String)
    }

    /// Who would provide a name that nobody defines.
    enum Offer {
        case member(archive: Int, offset: Int)
        case object(Int)
        case library(isWeak: Bool)
    }

    /// The first on the line that has the name; but what dynamic libraries define weakly gives
    /// way to all that comes later.
    func offer(of name: String) -> Offer? {
        var best: Offer?
        for provider in providers {
            let next: Offer?
            switch provider {
            case .archive(let number):
                next = archives[number].offset(of: name).map { .member(archive: number, offset: $0) }
            case .object(let number): next = objects[number].offers(name) ? .object(number) : nil
            case .library(let library):
                let strength = library.strength(of: name, minimum: options.minimumVersion)
                next = strength.map { .library(isWeak: $0 == .weak) }
            }
            guard let next else { continue }
            switch (best, next) {
            case (.none, _), (.library(isWeak: true), .library(isWeak: false)), (.library(isWeak: true), .member),
                (.library(isWeak: true), .object):
                best = next
            case (.library, _), (.member, _), (.object, _): continue
            }
        }
        return best
    }

    /// Asks for a name, and begins to load what provides it.
    mutating func refer(to name: String, by label: String) throws(ObjectFileError) {
        guard symbols.refer(to: name, by: label), let offer = offer(of: name) else { return }
        switch offer {
        case .library(let isWeak): symbols.provide(name, isWeak: isWeak)
        case .member(let archive, let offset): try pull(archive, offset)
        case .object(let object): try extract(object)
        }
    }

    /// Does all that is begun.
    mutating func finish() throws(ObjectFileError) {
        while let next = work.popLast() {
            switch next {
            case .references(let names, let label, let index):
                guard index < names.count else { continue }
                work.append(.references(names, by: label, next: index + 1))
                try refer(to: names[index], by: label)
            case .table(let archive): try goThroughTable(archive)
            case .members(let members, let archive, let index, let flag):
                guard index < members.count else { continue }
                work.append(.members(members, archive: archive, next: index + 1, flag: flag))
                try force(members[index], archive, flag)
            }
        }
    }

    /// Whether a name that a file offers is one to load it for.
    func isWanted(_ name: String) -> Bool {
        switch symbols[name] {
        case .undefined, .provided(isWeak: true): true
        case .none, .common, .defined, .provided(isWeak: false): false
        }
    }

    /// Takes entries of a table up to one that is wanted.
    private mutating func goThroughTable(_ number: Int) throws(ObjectFileError) {
        while archives[number].seen < archives[number].entries.count {
            let entry = archives[number].entries[archives[number].seen]
            archives[number].seen += 1
            guard isWanted(entry.symbol) else { continue }
            work.append(.table(archive: number))
            return try pull(number, entry.memberOffset)
        }
    }

    /// Loads the member at an offset, once.
    mutating func pull(_ number: Int, _ offset: Int) throws(ObjectFileError) {
        guard let member = archives[number].take(offset) else { return }
        let path = archives[number].path
        guard (try? FileKind(of: member.bytes)) == .object(.machO) else {
            return fail("\(path): could not load archive member: \(member.name) has unhandled file type")
        }
        try load(try MachOFile(member.bytes), "\(path)(\(member.name))")
    }

    /// Loads a member that a flag wants; what is no object is passed over with a warning.
    private mutating func force(_ member: ArchiveMember, _ number: Int, _ flag: String) throws(ObjectFileError) {
        guard (try? FileKind(of: member.bytes)) == .object(.machO) else {
            let path = archives[number].path
            return warn("\(path): \(flag) failed to load archive member: \(member.name) has unhandled file type")
        }
        try pull(number, member.headerOffset)
    }

    /// Makes a waiting object part of the link.
    mutating func extract(_ number: Int) throws(ObjectFileError) {
        guard !objects[number].isTaken else { return }
        objects[number].isTaken = true
        try load(objects[number].file, objects[number].label)
    }
}
