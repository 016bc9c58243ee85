// The errors of fetching a pinned file. FetchError+Description.swift has the messages.

import Basics
public import Machine
import Network

/// The reason why a source could not be fetched.
public enum FetchError: Error, Hashable, Sendable {
    /// The list of locations is empty.
    case nowhere
    /// Every location failed; the failures are in the order of the attempts.
    case exhausted([Failure])
    /// The file's digest is not the pinned one.
    case wrongDigest(expected: SHA256Value, found: SHA256Value)
    /// There is no file at this path.
    case noSuchFile(String)
    /// A location needs the network, which is switched off.
    case offline
    /// A download failed.
    case transfer(Trouble)
    /// A required program is not on this machine; `package` provides it.
    case missingTool(String, package: String)
    /// A program failed; `message` is the line of its output with the reason.
    case toolFailed(String, status: Int32, message: String)
    /// The machine's apt configuration names no Debian mirror.
    case noDebianMirror
    /// A location does not have the requested item, which `what` describes.
    case notOffered(what: String)
    /// No suite has the file.
    case noSuite([Failure])
    /// This is not a valid name of a package, version or suite: a tool would parse it as something else.
    case malformedName(String)
    /// A file operation failed.
    case file(FileError)
    /// The path of a folder contains a quote or a line break, so that it cannot be written into apt's configuration.
    case unquotable(path: String)
    /// The task was cancelled.
    case cancelled

    /// A location or suite, and the reason of its failure.
    public struct Failure: Hashable, Sendable {
        public let place: String
        public let reason: FetchError
    }

    init(_ trouble: Trouble) { self = trouble == .cancelled ? .cancelled : .transfer(trouble) }
}

/// Runs a file operation and returns its result; throws its error as a `FetchError`.
func onDisk<Value: ~Copyable>(_ operation: @autoclosure () throws(FileError) -> Value) throws(FetchError) -> Value {
    do { return try operation() } catch { throw .file(error) }
}
