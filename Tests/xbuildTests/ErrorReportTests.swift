import Basics
import Documents
import Engine
@testable import Fetching
import Machine
import Recipes
import Store
import SystemPackage
import Targets
import Testing
import Toolchains

@testable import xbuild

@Suite struct ErrorReportTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var error: any Error
        var status: xbuild.ExitStatus
        var messages: [String]
    }

    private static let faults = Faults(
        [Diagnostic(.error, "unknown key `nam`", at: nil, hint: "did you mean `name`?")],
        in: SourceText(file: "a.yaml", text: "nam: a\n"))

    private static let rows = [
        Row(
            testDescription: "a command's own error",
            error: CommandFailure(.usage, error: "no", notes: ["a", "b"], hint: "yes"), status: .usage,
            messages: ["error: no\nnote: a\nnote: b\nhint: yes"]),
        Row(
            testDescription: "an error without messages", error: CommandFailure(.failedAudit), status: .failedAudit,
            messages: []),
        Row(
            testDescription: "an error with an explicit status",
            error: CommandFailure(.usage, ToolchainError.cannotShare([.host])), status: .usage,
            messages: [
                "error: one call of the compiler cannot build for `\(Target.host)`\nhint: build them as separate slices"
            ]),
        Row(
            testDescription: "an error of the store", error: StoreError.file(.special(path: "a")), status: .fault,
            messages: ["error: \(FileError.special(path: "a"))"]),
        Row(
            testDescription: "an error of the engine", error: EngineError.unknownBuiltin("a"), status: .fault,
            messages: ["error: there is no builtin `a`"]),
        Row(
            testDescription: "an invalid recipe name", error: RecipeError.badRequest("A"), status: .usage,
            messages: [
                "error: `A` is not a recipe\nhint: write `NAME` or `NAME@VERSION`, for example `secp256k1@0.5.0`"
            ]),
        Row(
            testDescription: "a recipe with faults", error: RecipeError.faults(faults), status: .wrongRecipe,
            messages: [faults.rendered]),
        Row(
            testDescription: "an unknown toolchain", error: ToolchainError.unknown("a", known: ["other"]),
            status: .usage, messages: ["error: unknown toolchain `a`\nhint: known toolchains: `other`"]),
        Row(
            testDescription: "a toolchain that lacks a file", error: ToolchainError.unreadable(path: "a"),
            status: .wrongRecipe, messages: ["error: cannot read `a`, a part of the toolchain"]),
        Row(
            testDescription: "a missing source", error: FetchError.noSuchFile("a"), status: .noSource,
            messages: ["error: \(FetchError.noSuchFile("a"))"]),
        Row(
            testDescription: "a full disk",
            error: FetchError.file(.system(.write, path: "a", .noSpace)), status: .fault,
            messages: ["error: \(FileError.system(.write, path: "a", .noSpace))"]),
        Row(
            testDescription: "an error of a file", error: FileError.special(path: "a"), status: .fault,
            messages: ["error: \(FileError.special(path: "a"))"]),
        Row(testDescription: "a cancelled download", error: FetchError.cancelled, status: .interrupted, messages: []),
        Row(
            testDescription: "a cancelled unpacking",
            error: ArchiveError(archive: "a", entry: nil, reason: .cancelled), status: .interrupted, messages: []),
        Row(testDescription: "a cancelled task", error: CancellationError(), status: .interrupted, messages: []),
        Row(
            testDescription: "any other error", error: Other(), status: .fault, messages: ["error: something"]),
    ]

    private struct Other: Error, CustomStringConvertible {
        var description: String { "something" }
    }

    @Test(arguments: rows)
    func `each error gives its exit status and message`(_ row: Row) {
        let report = ErrorReport(row.error)
        #expect(report.status == row.status)
        #expect(report.messages == row.messages)
    }
}
