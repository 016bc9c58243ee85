import Basics
import Packages

/// Makes a SwiftPM package with one product for every platform.
///
/// ```
/// NAME/
///   Package.swift                       see SwiftPackageManifest
///   README.md
///   Artifacts/MODULE.xcframework, MODULE.artifactbundle      unless they are fetched
///   Sources/MODULEExports/Exports.swift
///   Tests/MODULESmokeTests/SmokeTests.swift
///   licenses/
/// ```
/// The folder has the recipe's name, which is the package's identity for dependents.
///
/// Reads `xcframework` and `artifactbundle`, each if it exists, `archives/any.a`, `include`, `licenses`, and for remote
/// artifacts `checksums/MODULE/FORMAT`. Writes `swiftpm`, which contains only `NAME`.
public enum MakeSwiftPackage: BuiltinStep {
    public static let name = BuiltinName.makeSwiftPackage
    public static let revision = 2
    public static let outputs: [RelativePath] = ["swiftpm"]

    public struct Parameters: Codable, Hashable, Sendable {
        public var facts: PackageFacts
        public var slices: [PackageSlice]
        /// The addresses of the artifacts' zips; nil when the artifacts are part of the package.
        public var addresses: PackageAddresses?
        /// The dependencies whose artifacts the package also contains, in link order; nil when there are none.
        public var vendored: [PackagedLibrary]?

        public init(
            facts: PackageFacts, slices: [PackageSlice], addresses: PackageAddresses? = nil,
            vendored: [PackagedLibrary] = []
        ) {
            self.facts = facts
            self.slices = slices
            self.addresses = addresses
            self.vendored = vendored.isEmpty ? nil : vendored
        }
    }
}
