import Actions
import Basics
import Foundation
import Machine
import SystemPackage
import Targets

/// The machine and its user as values, which a command would otherwise read from global state.
struct Host: Sendable {
    var environment: [String: String]
    var workingDirectory: String
    /// The folder that holds `recipes/` and `toolchains/`.
    var home: String
    /// The path of the running program, with links resolved.
    var executable: String
    /// The number of logical processors.
    var cores: Int
    /// This machine as a target.
    var target: Target
    /// Writes data to standard output. Throws a `CommandFailure` when it cannot be written.
    var write: @Sendable ([UInt8]) throws -> Void
    /// Writes messages to standard error, whole lines at a time.
    var talk: @Sendable (String) -> Void
    /// Replaces the lines of the live view below all messages. Called only if `isTerminal`.
    var draw: @Sendable ([String]) -> Void
    /// Whether messages go to a terminal that can be redrawn.
    var isTerminal: Bool
    /// Returns the columns and rows of the terminal.
    var terminalSize: @Sendable () -> (width: Int, height: Int)
    /// Returns the seconds of a monotonic clock.
    var clock: @Sendable () -> Double
    /// The wording of steps.
    var wording = StepWording.plain

    /// The path of the default store: `XBUILD_STORE`, or a folder in the user's cache folder.
    ///
    /// - Throws: `CommandFailure` if the environment names neither folder. A folder that all users share is not used
    ///   instead, because another user could put results there.
    var defaultStore: String {
        get throws {
            if let path = environment["XBUILD_STORE"], !path.isEmpty { return path }
            guard let caches = folder("XDG_CACHE_HOME") ?? folder("HOME").map({ $0 + "/" + Self.caches }) else {
                throw CommandFailure(
                    .usage,
                    error: "there is no folder for the store: neither HOME nor XDG_CACHE_HOME is an absolute path",
                    hint: "name one with --store or XBUILD_STORE")
            }
            return caches + "/xbuild"
        }
    }

    #if os(macOS)
        private static let caches = "Library/Caches"
    #else
        private static let caches = ".cache"
    #endif

    /// Returns the folder in an environment variable; nil for a relative path, which the XDG specification says to
    /// ignore.
    private func folder(_ variable: String) -> String? {
        environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Writes text to standard output, with escapes in place of characters that control a terminal.
    func out(_ text: String) throws { try write(Array(text.escapingControls.utf8)) }

    /// Returns the absolute path for a path that the user wrote, without `.` and `..`.
    func absolute(_ path: String) -> String {
        let joined = path.hasPrefix("/") ? path : workingDirectory + "/" + path
        return URL(filePath: joined).standardizedFileURL.path(percentEncoded: false).trimmingSuffix("/")
    }
}

extension Host {
    /// Returns the values of this machine.
    static func live() -> Host {
        let environment = ProcessInfo.processInfo.environment
        let executable = Self.executablePath()
        let screen = Screen(write: Self.say)
        return Host(
            environment: environment,
            workingDirectory: CurrentProcess.folder,
            home: Self.home(environment, executable),
            executable: executable,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            target: Target.host,
            write: Self.write,
            talk: screen.say,
            draw: screen.draw,
            isTerminal: Terminal.isPresent && !["", "dumb", "unknown"].contains(environment["TERM"] ?? ""),
            terminalSize: { Terminal.size ?? (80, 24) },
            clock: {
                let now = ContinuousClock.now - Self.origin
                return Double(now.components.seconds) + Double(now.components.attoseconds) / 1e18
            })
    }

    private static let origin = ContinuousClock.now

    /// Writes bytes to standard error; write errors are ignored.
    @Sendable static func say(_ text: String) { _ = try? FileDescriptor.standardError.writeAll(text.utf8) }

    /// Writes data to standard output.
    @Sendable static func write(_ bytes: [UInt8]) throws {
        do {
            try FileDescriptor.standardOutput.writeAll(bytes)
        } catch Errno.brokenPipe {
            throw CommandFailure(.unread)
        } catch let error as Errno {
            throw CommandFailure(
                .fault, error: "cannot write to standard output: \(error.description.lowercased())")
        }
    }

    private static func executablePath() -> String {
        #if os(Linux)
            if let link = try? FileSystem.linkTarget("/proc/self/exe") { return link }
        #endif
        // argv[0] is only the last choice: it lacks the folder if the shell found the program in PATH.
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private static func home(_ environment: [String: String], _ executable: String) -> String {
        let named = environment["XBUILD_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else { return home(above: executable) }
        return URL(filePath: named).standardizedFileURL.path(percentEncoded: false).trimmingSuffix("/")
    }

    /// Returns the nearest folder above the program that contains `recipes/`: the checkout in which the program was
    /// built, or `share/xbuild` of its install prefix. If there is none, returns the working directory.
    private static func home(above executable: String) -> String {
        var folder = executable[...]
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = folder[..<slash]
            for candidate in [String(folder), "\(folder)/share/xbuild"]
            where FileSystem.exists("\(candidate)/recipes") { return candidate }
        }
        return CurrentProcess.folder
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String {
        count > suffix.count && hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
