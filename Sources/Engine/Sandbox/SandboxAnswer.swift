import Actions
import Basics
import Machine
import Store
import SystemPackage

/// What is said about this machine's sandbox. The answer is remembered between runs, so that a run with nothing to do
/// starts no process to find it again.
enum SandboxAnswer: Hashable, Sendable {
    case works
    /// Actions can get capabilities.
    case isWeak(reason: String)
    case isUnavailable(reason: String)

    init(_ found: Result<Sandbox, SandboxProbe.Unavailable>) {
        switch found {
        case .success(let sandbox): self = sandbox.protection.weakness.map { .isWeak(reason: $0) } ?? .works
        case .failure(let unavailable): self = .isUnavailable(reason: unavailable.reason)
        }
    }

    /// Why `--sandbox require` refuses to run; nil if it does not.
    var fault: String? {
        switch self {
        case .works: nil
        case .isWeak(let reason), .isUnavailable(let reason): reason
        }
    }

    /// The event that reports the answer; nil if there is nothing to report.
    var event: EngineEvent? {
        switch self {
        case .works: nil
        case .isWeak(let reason): .sandboxWeak(reason: reason)
        case .isUnavailable(let reason): .sandboxUnavailable(reason: reason)
        }
    }
}

extension SandboxAnswer {
    private static let subject = "sandbox"

    /// Returns the remembered answer; nil if there is none, or if it may be outdated.
    init?(in facts: ToolFacts, _ stamp: Digest) {
        switch facts.words(Self.subject, stamp) ?? [] {
        case let words where words == ["works"]: self = .works
        case let words where words.count == 2 && words[0] == "weak": self = .isWeak(reason: words[1])
        case let words where words.count == 2 && words[0] == "unavailable": self = .isUnavailable(reason: words[1])
        default: return nil
        }
    }

    func remember(in facts: ToolFacts, _ stamp: Digest) {
        let words =
            switch self {
            case .works: ["works"]
            case .isWeak(let reason): ["weak", reason]
            case .isUnavailable(let reason): ["unavailable", reason]
            }
        facts.remember(Self.subject, stamp, words)
    }
}

extension SandboxProbe {
    /// Returns the digest of what decides whether a sandbox works: `bwrap`, the kernel and its settings, and the user,
    /// rights and namespaces of this process, which are others in a container.
    static var stamp: Digest {
        var words = programs.map { program in
            guard let status = try? FileStatus.following(program.string) else { return "" }
            return "\(status.identity.inode) \(status.size) \(status.modified) \(status.changed) \(status.permissions)"
        }
        words += settings.map { (try? FileSystem.contents($0)).map { String(decoding: $0, as: UTF8.self) } ?? "" }
        words += ["mnt", "user"].map { (try? FileSystem.linkTarget("/proc/self/ns/\($0)")) ?? "" }
        let status = (try? FileSystem.contents("/proc/self/status")) ?? []
        words += String(decoding: status, as: UTF8.self).split(separator: "\n").filter { line in
            ["Uid:", "CapBnd:", "CapEff:", "NoNewPrivs:", "Seccomp:"].contains { line.hasPrefix($0) }
        }.map(String.init)
        return Digest(of: Array(words.joined(separator: "\0").utf8))
    }

    /// The kernel's boot, and the settings with which systems refuse user namespaces: the limit of the kernel, the switch
    /// of Debian's older kernels, and AppArmor's.
    private static let settings = [
        "/proc/sys/kernel/random/boot_id", "/proc/sys/user/max_user_namespaces",
        "/proc/sys/kernel/unprivileged_userns_clone", "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "/proc/self/attr/current",
    ]
}
