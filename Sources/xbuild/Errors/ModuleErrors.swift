// The exit statuses of the modules' errors. The modules themselves define the messages.

import Dependencies
import Documents
import Engine
import Fetching
import Machine
import ObjectFiles
import Packaging
import Patching
import Planning
import Proposing
import Recipes
import Remote
import Store
import Toolchains

extension FileError: ReportedError {
    var status: ExitStatus { .fault }
}

/// To name a store that is not trusted is wrong usage.
extension StoreError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .untrusted: .usage
        case .file, .missing, .malformed, .changed, .linkInTheWay, .readOnly: .fault
        }
    }
}

extension KeyFileError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .file, .notAFile, .notPEM, .encrypted, .wrongLabel, .otherAlgorithm, .accessible, .exists: .usage
        case .unsupported: .fault
        }
    }
}

extension EngineError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .unfitWorkRoot: .usage
        case .planOutOfOrder, .noSuchOutput, .inputsClash, .unknownBuiltin, .builtin, .localFileChanged, .storeLoses,
            .store, .file, .process, .noSandbox:
            .fault
        }
    }
}

extension PlanningError: ReportedError {
    var status: ExitStatus { .wrongRecipe }
}

/// The description of `Faults` consists of complete diagnostics.
extension Faults: ReportedError {
    var status: ExitStatus { .wrongRecipe }
    var messages: [String] { [description] }
}

extension CatalogFaults: ReportedError {
    var status: ExitStatus { .wrongRecipe }
    var messages: [String] { [description] }
}

/// A faulty recipe and a faulty request have different statuses.
extension RecipeError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .faults, .notInTable: .wrongRecipe
        case .badRequest, .unknownRecipe, .unknownVersion, .unknownOption, .optionNotInVersion, .contradiction,
            .missingRequirement, .unreadable:
            .usage
        }
    }

    var messages: [String] {
        if case .faults(let faults) = self { faults.messages } else { ["error: \(self)"] }
    }
}

extension ResolutionError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .recipe(let error): error.status
        case .faults, .noVersion, .contradiction, .cycle, .tooManyTries, .restlessOptions: .wrongRecipe
        }
    }

    var messages: [String] {
        switch self {
        case .recipe(let error): error.messages
        case .faults: [description]
        case .noVersion, .contradiction, .cycle, .tooManyTries, .restlessOptions:
            [(["error: \(self)"] + notes.map { "note: \($0)" }).joined(separator: "\n")]
        }
    }
}

/// A wrong toolchain name is wrong usage; a toolchain that lacks a part, or has an unfit one, has the status of a wrong recipe.
extension ToolchainError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .noToolchain, .unknown, .doesNotServe: .usage
        case .missing, .unreadable, .wrapper, .unidentified, .notClosed, .cannotShare: .wrongRecipe
        }
    }
}

extension ProposingError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .noVersion: .usage
        case .noBuildSystem: .wrongRecipe
        case .noHeaders: .buildFailed
        }
    }
}

extension FetchError: ReportedError {
    var status: ExitStatus {
        switch self {
        case .cancelled: .interrupted
        case .file, .unquotable: .fault
        case .nowhere, .exhausted, .wrongDigest, .noSuchFile, .offline, .transfer, .missingTool, .toolFailed,
            .noDebianMirror, .notOffered, .noSuite, .malformedName:
            .noSource
        }
    }
}

extension ArchiveError: ReportedError {
    var status: ExitStatus { reason == .cancelled ? .interrupted : .usage }
}

extension ObjectFileError: ReportedError {
    var status: ExitStatus { .usage }
}

extension TreeDifference.Obstacle: ReportedError {
    var status: ExitStatus { .usage }
}

extension XCFrameworkCallError: ReportedError {
    var status: ExitStatus { isUsage ? .usage : .buildFailed }
}

/// The messages omit the address: it may contain a password.
extension RemoteAddress.Fault: ReportedError {
    var status: ExitStatus { .usage }

    var messages: [String] {
        switch self {
        case .malformed:
            [
                "error: the address of the remote cache is not `http://HOST/…`, `https://…`, `grpc://…` or `grpcs://…`"
            ]
        case .credentials: ["error: the address of the remote cache contains credentials, which other users could see"]
        }
    }

    var hint: String? {
        switch self {
        case .malformed: nil
        case .credentials:
            "put them into XBUILD_REMOTE_TOKEN, XBUILD_REMOTE_USER and XBUILD_REMOTE_PASSWORD, or ~/.netrc"
        }
    }
}
