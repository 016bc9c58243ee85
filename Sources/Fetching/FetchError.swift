// What can go wrong when a pinned file is fetched. Data only; the words are in FetchError+Description.swift.

import Basics
import Network

/// Why a source could not be had.
public enum FetchError: Error, Hashable, Sendable {
    /// The list of places is empty.
    case nowhere
    /// Every place failed, in the order in which they were tried.
    case exhausted([Attempt])
    /// The file is not what was pinned.
    case wrongDigest(expected: SHA256Value, found: SHA256Value)
    /// No file stands at a path.
    case noSuchFile(String)
    /// A place needs the network, which is switched off.
    case offline
    /// A download failed.
    case transfer(Trouble)
    /// A program that a place needs is not on this machine; `package` is what brings it.
    case missingTool(String, package: String)
    /// A program ended with an error; `message` is the line of its output that says why.
    case toolFailed(String, status: Int32, message: String)
    /// The machine's apt configuration names no Debian mirror.
    case noDebianMirror
    /// A place does not hold what is wanted, as it says itself; `what` in words.
    case notOffered(what: String)
    /// None of the suites had it.
    case noSuite([SuiteFailure])
    /// A name that no package, version or suite can have: it would be read as something else.
    case malformedName(String)
    /// A file operation failed.
    case fileSystem(operation: String, path: String, reason: String)
    /// The task was cancelled.
    case cancelled

    /// One place and why it failed.
    public struct Attempt: Hashable, Sendable {
        public let place: String
        public let reason: FetchError

        public init(place: String, reason: FetchError) {
            self.place = place
            self.reason = reason
        }
    }

    /// One suite and why it failed.
    public struct SuiteFailure: Hashable, Sendable {
        public let suite: String
        public let reason: FetchError

        public init(suite: String, reason: FetchError) {
            self.suite = suite
            self.reason = reason
        }
    }
}
