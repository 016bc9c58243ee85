// Helpers for the tests of this module: temporary folders, Python programs, recorders and stub effects.

import Actions
import Basics
@testable import Fetching
import Foundation
import Machine
@testable import Network
import Steps
import Synchronization
import SystemPackage
import TestSupport
import Testing

/// Runs `body` with a new folder, removes the folder and returns the result of `body`.
func withTemporaryFolder<Value>(_ body: (FilePath) async throws -> Value) async throws -> Value {
    let folder = try TemporaryFolder()
    defer { withExtendedLifetime(folder) {} }
    return try await body(FilePath(folder.path))
}

/// Runs a Python program in a folder and returns its output.
@discardableResult
func python(_ program: String, _ arguments: [String] = [], in folder: FilePath) async throws -> String {
    try await shell(["python3", "-c", program] + arguments, in: folder)
}

/// Runs a command that must succeed and returns its output.
@discardableResult
func shell(_ arguments: [String], in folder: FilePath) async throws -> String {
    let result = try await ProcessRunner.live.run(arguments, ProcessInfo.processInfo.environment, folder)
    try #require(result.status == 0, "\(arguments.first ?? ""): \(result.errors)")
    return result.output
}

func bytes(of file: FilePath) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.string)))
}

func write(_ bytes: [UInt8], to file: FilePath) throws { try Data(bytes).write(to: URL(fileURLWithPath: file.string)) }

func names(in folder: FilePath) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.string)) ?? []).sorted()
}

func sha256(of bytes: [UInt8]) -> SHA256Value { Digest(of: bytes).hash }

/// A list to which concurrent tasks can add elements.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    func add(_ element: Element) { elements.withLock { $0.append(element) } }

    var all: [Element] { elements.withLock { $0 } }
}

extension RetryClock {
    /// Returns a clock that records the durations of pauses and does not wait.
    static func recording(_ waits: Recorder<Duration>) -> RetryClock {
        RetryClock(sleep: { waits.add($0) }, random: { 0 })
    }

    /// Throws instead of waiting.
    static let unimplemented = RetryClock(sleep: { _ in throw CancellationError() }, random: { 0 })
}

extension Transport {
    /// Fails every request.
    static let unimplemented = Transport { request, _ in
        TransferAnswer(end: .failed(Trouble(.unreachable("this test must not use the network: \(request.address)"))))
    }
}

extension FetchEffects {
    /// Effects that fail when they are used.
    static let unimplemented = FetchEffects(
        transport: .unimplemented, processes: .unimplemented, clock: .unimplemented, environment: [:],
        say: { _ in }, progress: { _ in })
}

extension SourceFetcher.Settings {
    /// Returns settings for stub programs, with a folder of apt's configuration.
    static func forTests(aptFolder: FilePath) -> SourceFetcher.Settings {
        var settings = SourceFetcher.Settings(download: .forTests)
        settings.aptFolder = aptFolder
        return settings
    }
}

extension Downloader.Policy {
    static let forTests = Downloader.Policy(limits: TransferLimits(userAgent: "xbuild/test"))
}

/// A name for this type, because Swift Testing also has a type `SourceLocation`.
typealias Place = Steps.SourceLocation
