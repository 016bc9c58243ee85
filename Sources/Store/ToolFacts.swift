import Actions
public import Basics
import Machine
import Synchronization

/// Caches between runs what programs told about tools of this machine, so that a run with nothing to do starts no process.
///
/// A fact is valid as long as its stamp is the same: the digest of everything that it depends on. The cache is one small
/// file of the store, `tool-facts`: a line with the format and the SHA-256 of the rest, then a line for each fact, with
/// subject, stamp and words, separated by tabs. An invalid file counts as empty.
public final class ToolFacts: Sendable {
    private let store: DiskStore
    private let state = Mutex(State())

    private struct State {
        /// The facts of the file; nil until they are needed.
        var stored: [String: Fact]?
        /// The facts that this run found.
        var fresh: [String: Fact] = [:]
    }

    private struct Fact {
        var stamp: Digest
        var words: [String]
    }

    init(in store: DiskStore) { self.store = store }

    /// Returns the words known about a subject; nil if there are none with this stamp.
    public func words(_ subject: String, _ stamp: Digest) -> [String]? {
        let fact = state.withLock { state in
            if let fact = state.fresh[subject] { return fact as Fact? }
            let stored = state.stored ?? load()
            state.stored = stored
            return stored[subject]
        }
        return fact?.stamp == stamp ? fact?.words : nil
    }

    /// Keeps the words about a subject. Words with tabs or line ends are not kept.
    public func remember(_ subject: String, _ stamp: Digest, _ words: [String]) {
        guard !([subject] + words).contains(where: { $0.utf8.contains { $0 == 0x09 || $0 == 0x0A } }) else { return }
        state.withLock { $0.fresh[subject] = Fact(stamp: stamp, words: words) }
    }

    /// Writes the facts that this run found. When two processes write at once, the facts of one may be lost; they are
    /// found again later.
    func save() throws(StoreError) {
        let fresh = state.withLock { $0.fresh }
        guard !fresh.isEmpty else { return }
        let stored = load()
        let all = stored.count + fresh.count > Self.limit ? fresh : stored.merging(fresh) { $1 }
        try onDisk(store.write(Self.encode(all), mode: 0o644, to: path))
        state.withLock { $0 = State() }
    }

    /// The largest number of facts: more than the tools in use on any machine.
    private static let limit = 10_000
    private static let head = "xbuild tool facts 1 "

    private var path: String { store.root + "/tool-facts" }

    private static func encode(_ facts: [String: Fact]) -> [UInt8] {
        let lines = facts.sorted { $0.key < $1.key }.map { subject, fact in
            ([subject, fact.stamp.description] + fact.words).joined(separator: "\t") + "\n"
        }
        let body = Array(lines.joined().utf8)
        return Array("\(head)\(Digest(of: body).hash.hex)\n".utf8) + body
    }

    private func load() -> [String: Fact] {
        guard let bytes = try? FileSystem.contents(path), let end = bytes.firstIndex(of: 0x0A) else { return [:] }
        let body = bytes[(end + 1)...]
        guard bytes[..<end].elementsEqual("\(Self.head)\(Digest(of: body).hash.hex)".utf8) else { return [:] }
        var facts: [String: Fact] = [:]
        for line in body.parts(separatedBy: 0x0A) where !line.isEmpty {
            let fields = line.parts(separatedBy: 0x09).map { String(decoding: $0, as: UTF8.self) }
            guard fields.count >= 2, let stamp = Digest(fields[1]) else { return [:] }
            facts[fields[0]] = Fact(stamp: stamp, words: Array(fields.dropFirst(2)))
        }
        return facts
    }
}
