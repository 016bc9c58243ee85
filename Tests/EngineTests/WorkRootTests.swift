import Foundation
import Machine
import SystemPackage
import TestSupport
import Testing

@testable import Engine

@Suite(.tags(.process)) struct WorkRootTests {
    let space: TestSpace

    init() throws { space = try TestSpace() }

    /// Returns a run's folder as a killed xbuild leaves it: with an owner file whose lock no process holds.
    private func killedRun() throws -> WorkFolder {
        let work = try WorkRoot(space.workRoot)
        let folder = try work.makeFolder(name: "step")
        try folder.root.appending("file").write("half")
        return folder
    }

    @Test func `the next run removes the folder of a killed run`() throws {
        let folder = try killedRun()
        let next = try WorkRoot(space.workRoot)
        defer { next.close() }
        #expect(!folder.folder.removingLastComponent().exists)
    }

    @Test func `a run does not remove the folders of another live run`() throws {
        let living = try WorkRoot(space.workRoot)
        let folder = try living.makeFolder(name: "step")
        let next = try WorkRoot(space.workRoot)
        #expect(folder.root.exists)
        next.close()
        #expect(folder.root.exists)
        try? folder.folder.removeTree()
        // The lock must be held until this line.
        living.close()
        #expect(space.workRoot.entries.isEmpty)
    }

    @Test func `kept folders stay until their step runs again`() throws {
        // `keep` stands for an earlier run, which ends when the function returns.
        func keep() throws -> (WorkFolder, WorkFolder) {
            let work = try WorkRoot(space.workRoot)
            let kept = try work.makeFolder(name: "step")
            try kept.keep(mark: "this")
            let other = try work.makeFolder(name: "step")
            try other.keep(mark: "that")
            work.close()
            return (kept, other)
        }
        let (kept, other) = try keep()
        let next = try WorkRoot(space.workRoot)
        defer { next.close() }
        #expect(kept.folder.exists && other.folder.exists)
        next.removeKept(mark: "this")
        #expect(!kept.folder.exists && other.folder.exists)
    }

    @Test func `a run does not remove the kept folders of another live run`() throws {
        let living = try WorkRoot(space.workRoot)
        let kept = try living.makeFolder(name: "step")
        try kept.keep(mark: "this")
        let next = try WorkRoot(space.workRoot)
        defer { next.close() }
        next.removeKept(mark: "this")
        #expect(kept.folder.exists)
        // A run may replace its own kept folders. This is the last use of the other run, whose lock is held until here.
        living.removeKept(mark: "this")
        #expect(!kept.folder.exists)
    }

    @Test func `the next run ends the processes of a killed run`() async throws {
        let folder = try killedRun()
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sleep")
        process.arguments = ["300"]
        process.environment = ["HOME": folder.root.appending(".home").string]
        try process.run()
        // The system may report a new program's environment as empty for a moment.
        let environment = "/proc/\(process.processIdentifier)/environ"
        while try FileSystem.contents(environment).isEmpty { try await Task.sleep(for: .milliseconds(1)) }
        let next = try WorkRoot(space.workRoot)
        defer { next.close() }
        process.waitUntilExit()
        #expect(process.terminationReason == .uncaughtSignal)
    }

    @Test func `the next run removes read-only folders of a killed run`() throws {
        let folder = try killedRun()
        let closed = folder.root.appending("closed")
        try closed.makeFolders()
        try closed.appending("file").write("")
        try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: closed.string)
        try WorkRoot(space.workRoot).close()
        #expect(!folder.folder.exists)
    }

    @Test func `a run does not remove unrelated files in the work root`() throws {
        let other = space.workRoot.appending("mine")
        try other.makeFolders()
        try WorkRoot(space.workRoot).close()
        #expect(other.exists)
    }

    @Test func `two folders for one name have different paths`() throws {
        let work = try WorkRoot(space.workRoot)
        defer { work.close() }
        let first = try work.makeFolder(name: "step")
        #expect(try work.makeFolder(name: "step") != first)
    }
}
