import Actions
import Foundation
import SystemPackage
import Targets

/// The machine and the person at it, as values: everything that a command would otherwise ask a global for.
struct Host: Sendable {
    var environment: [String: String]
    var workingDirectory: String
    /// The folder that holds `recipes/` and `toolchains/`.
    var home: String
    /// The running program, without links.
    var executable: String
    /// Logical processors.
    var cores: Int
    /// What this machine is as a target.
    var target: Target
    /// Data goes here: standard output. Throws a `CommandFailure` when it cannot be written.
    var write: @Sendable ([UInt8]) throws -> Void
    /// Talk goes here, whole lines at a time: standard error.
    var talk: @Sendable (String) -> Void
    /// Shows lines below all talk in place of those that were shown before. Only for where `isTerminal`.
    var draw: @Sendable ([String]) -> Void
    /// Whether talk reaches a person's terminal that can be redrawn.
    var isTerminal: Bool
    /// Columns and rows of that terminal.
    var terminalSize: @Sendable () -> (width: Int, height: Int)
    /// Seconds of a steady clock.
    var clock: @Sendable () -> Double
    /// How steps are called.
    var wording = StepWording.plain

    /// The default store: `XBUILD_STORE`, or a folder of the user's caches.
    ///
    /// - Throws: `CommandFailure` when the environment names neither. A folder that all users share is no substitute:
    ///   another user could put results there.
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

    /// A folder that the environment names. The XDG specification has relative paths ignored.
    private func folder(_ variable: String) -> String? {
        environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil }
    }

    /// Writes text as data.
    func out(_ text: String) throws { try write(Array(text.utf8)) }

    /// An absolute path for what a person wrote, without `.` and `..`.
    func absolute(_ path: String) -> String {
        let joined = path.hasPrefix("/") ? path : workingDirectory + "/" + path
        return URL(filePath: joined).standardizedFileURL.path(percentEncoded: false).trimmingSuffix("/")
    }
}

extension Host {
    /// This machine.
    static func live() -> Host {
        let environment = ProcessInfo.processInfo.environment
        let executable = Self.executablePath()
        let screen = Screen(write: Self.say)
        return Host(
            environment: environment,
            workingDirectory: FileManager.default.currentDirectoryPath,
            home: Self.home(environment, executable),
            executable: executable,
            cores: ProcessInfo.processInfo.activeProcessorCount,
            target: Target.host,
            write: Self.write,
            talk: screen.say,
            draw: screen.draw,
            isTerminal: isatty(STDERR_FILENO) == 1 && !["", "dumb", "unknown"].contains(environment["TERM"] ?? ""),
            terminalSize: Self.size,
            clock: {
                let now = ContinuousClock.now - Self.origin
                return Double(now.components.seconds) + Double(now.components.attoseconds) / 1e18
            })
    }

    private static let origin = ContinuousClock.now

    /// Writes talk to standard error; what cannot be written is lost.
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
            let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
            if let link { return link }
        #endif
        // How a shell called it tells nothing: it may have found it in PATH.
        let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
        return URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    }

    private static func home(_ environment: [String: String], _ executable: String) -> String {
        let named = environment["XBUILD_HOME"].flatMap { $0.isEmpty ? nil : $0 }
        guard let named else { return home(above: executable) }
        return URL(filePath: named).standardizedFileURL.path(percentEncoded: false).trimmingSuffix("/")
    }

    /// The nearest folder above the program that holds `recipes/`: the checkout that it was built in, or its install
    /// prefix's `share/xbuild`.
    private static func home(above executable: String) -> String {
        var folder = executable[...]
        while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
            folder = folder[..<slash]
            for candidate in [String(folder), "\(folder)/share/xbuild"]
            where FileManager.default.fileExists(atPath: "\(candidate)/recipes") { return candidate }
        }
        return FileManager.default.currentDirectoryPath
    }

    @Sendable private static func size() -> (width: Int, height: Int) {
        var size = winsize()
        let answer = ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size)
        return answer == 0 && size.ws_col > 0 && size.ws_row > 0 ? (Int(size.ws_col), Int(size.ws_row)) : (80, 24)
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String {
        count > suffix.count && hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
    }
}
