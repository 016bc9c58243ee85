import Foundation
import Subprocess
import SystemPackage

/// A process to run to its end.
struct ProcessRequest: Sendable {
    /// The program by its absolute path, and its arguments.
    var arguments: [String]
    var folder: FilePath
    /// Where its output and errors go, in the order in which they come. Must be there.
    var log: FilePath
    /// Seconds after which it is ended.
    var timeout: Int?
    /// How what it left running is found when it has ended.
    var leftovers: Leftovers

    enum Leftovers: Hashable, Sendable {
        /// This text stands in the environment of every process below it.
        case marked(String)
        /// They die with the first process of their sandbox, whose number is in this file.
        case sandboxed(status: FilePath)
    }
}

/// How a process ended.
public struct ProcessEnd: Hashable, Sendable {
    var status: Status
    /// Seconds of CPU that it and all below it took; nil where the machine does not tell.
    var cpuSeconds: Double?

    public enum Status: Hashable, Sendable {
        case exited(Int)
        case signalled(Int)
        case timedOut
    }
}

/// Runs processes: an effect, so that it can be replaced.
///
/// When the task is cancelled the process is ended, and it is over, with all that it started, when the call returns.
struct ProcessRunner: Sendable {
    /// Runs one; whole lines of its log are handed to the function a moment after they were written.
    var run: @Sendable (ProcessRequest, @escaping @Sendable ([String]) -> Void) async throws(EngineError) -> ProcessEnd

    /// Runs nothing, and says so.
    static let unimplemented = ProcessRunner { (request, _) throws(EngineError) in
        throw .process(program: request.arguments.first ?? "", reason: "no processes here")
    }
}
