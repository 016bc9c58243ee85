import Actions
import Basics
import Foundation
import Targets
import Testing

/// Titles of steps, and the JSON form of titled steps.
struct StepWordingTests {
    private static func targets(_ names: String...) -> [Target] { names.compactMap(Target.init(_:)) }

    @Test(arguments: [
        (StepIdentity(.build, package: PackageID("zlib@1.3.1"), targets: targets("ios-arm64")), "build zlib 1.3.1"),
        (.init(.fetchPart(name: "ziglang", version: "0.15.2", for: .apple)), "fetch ziglang 0.15.2 for apple"),
        (.init(.makeSysroot(.iOS, version: OSVersion(18, 5))), "make the ios 18.5 sysroot"),
        (.init(.zip(.xcframework), package: PackageID("zlib@1.3.1")), "zip xcframework of zlib 1.3.1"),
        (.init(.module(.prove), package: PackageID("zlib@1.3.1")), "prove the module of zlib 1.3.1"),
        (.init(.module(.writeMap, of: ModuleName("Tiny"))), "write the module map of Tiny"),
        (.init(.audit, package: PackageID("zlib@1.3.1")), "audit zlib 1.3.1"),
    ])
    func `a step's title depends only on its identity`(_ step: StepIdentity, _ title: String) {
        #expect(StepWording.plain.title(step) == title)
    }

    @Test func `the JSON of a titled step contains its kind, package, targets and title`() throws {
        let step = TitledStep(
            StepIdentity(
                .build, package: PackageID("zlib@1.3.1"), targets: Self.targets("ios-armv7", "ios-arm64")),
            in: .plain)
        #expect(step.words == "ios-armv7+ios-arm64: build zlib 1.3.1")
        let json = try step.jsonText(indented: false)
        #expect(
            json == #"{"kind":{"build":{}},"package":"zlib@1.3.1","target":"ios-armv7+ios-arm64","#
                + #""targets":["ios-armv7","ios-arm64"],"title":"build zlib 1.3.1"}"# + "\n")
        #expect(try JSONDecoder().decode(TitledStep.self, from: Data(json.utf8)) == step)
    }

    @Test func `the JSON of a step without package and targets omits both`() throws {
        let json = try TitledStep(StepIdentity(.fetch), in: .plain).jsonText(indented: false)
        #expect(json == #"{"kind":{"fetch":{}},"targets":[],"title":"fetch"}"# + "\n")
    }
}
