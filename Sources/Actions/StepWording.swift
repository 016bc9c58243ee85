import Basics
import Packages
import Targets

/// Makes the titles of steps, for people. Titles are neither used as keys nor parsed.
public struct StepWording: Sendable {
    /// The title of a step, without its targets: `build secp256k1 0.5.0`.
    public var title: @Sendable (StepIdentity) -> String

    public init(title: @escaping @Sendable (StepIdentity) -> String) { self.title = title }

    /// The default titles.
    public static let plain = StepWording { step in
        [step.kind.words, step.package?.words].compactMap(\.self).joined(separator: " ")
    }
}

extension StepKind {
    /// The verb and any other words before the package's name.
    fileprivate var words: String {
        switch self {
        case .fetch: "fetch"
        case .fetchPart(let name, let version, let family): "fetch \(name) \(version) for \(family.rawValue)"
        case .makeSysroot(let platform, let version): "make the \(platform.rawValue) \(version) sysroot"
        case .makeGlibc(let version): "make the glibc \(version) sysroot"
        case .compileGlibc(let version): "compile the glibc \(version) libraries"
        case .patch: "patch"
        case .bootstrap: "bootstrap"
        case .build: "build"
        case .test: "test"
        case .relocatePrefix: "make relocatable"
        case .renameSymbols: "rename the symbols of"
        case .mergeArchives: "merge archives of"
        case .mergeHeaders: "merge headers of"
        case .module(let step, let name): [step.words, name?.string].compactMap(\.self).joined(separator: " ")
        case .audit: "audit"
        case .checkAnswers: "check the configure results of"
        case .compose: "compose"
        case .joinArchives: "join the archives of"
        case .makeXCFramework: "make an XCFramework of"
        case .signXCFramework: "sign the XCFramework of"
        case .makeArtifactBundle: "make an artifact bundle of"
        case .makeSwiftPackage: "make a SwiftPM package of"
        case .makePrefixes: "make prefixes of"
        case .zip(let format): "zip \(format.rawValue) of"
        case .writeRecords: "write the records of"
        case .composePackages: "compose the packages of"
        }
    }
}

extension StepKind.ModuleStep {
    fileprivate var words: String {
        switch self {
        case .checkHeaders: "check the headers of"
        case .writeMap: "write the module map of"
        case .prove: "prove the module of"
        case .importInSwift: "have Swift import"
        case .importInEmbeddedSwift: "have Embedded Swift import"
        }
    }
}
