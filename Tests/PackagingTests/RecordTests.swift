import Actions
import Basics
import Foundation
import Packages
import Packaging
import Steps
import Targets
import TestSupport
import Testing

@testable import Packaging

/// The folder in which `scripts/setup tests` installs the validators of the records' formats.
private let validators: String = {
    let file = URL(filePath: #filePath).resolvingSymlinksInPath().path(percentEncoded: false)
    return file.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/.build/validators"
}()

private let hasValidators = FileManager.default.fileExists(atPath: validators + "/done")

private let hasInToto = FileManager.default.fileExists(atPath: validators + "/in_toto_attestation")

@Suite(.tags(.process)) struct RecordTests {
    private static let hash = Digest(of: Array("x".utf8)).hash
    private static let otherHash = Digest(of: Array("y".utf8)).hash

    private func made(
        _ bench: ToolBench, license: String = "MIT OR Apache-2.0", dependency: String = "Zlib"
    ) async throws -> StepRun {
        let run = StepRun()
        let facts = PackageFacts(
            name: "tiny", version: .of("1.2.3"), summary: "adds \"one\"", license: license,
            homepage: "https://example.org/tiny", module: .of("Tiny"),
            dependencies: [.init(name: "zlib", version: .of("1.3.1"), module: .of("CZlib"), license: dependency)])
        let parameters = MakeRecords.Parameters(
            facts: facts,
            targets: [
                TargetRecord(
                    target: .named("ios-arm64"), triple: "arm64-apple-ios12.0", minimumVersion: OSVersion(12),
                    flags: ["CFLAGS": ["-O2", "-I/xbuild/sysroot/usr"]], configure: ["--enable-x"], toolchain: "stub")
            ],
            inputs: [
                InputRecord(
                    kind: .source, name: "tiny-1.2.3.tar.gz", sha256: Self.hash,
                    url: "https://example.org/tiny-1.2.3.tar.gz"),
                InputRecord(kind: .patch, name: "fix.patch", sha256: Self.hash),
                InputRecord(kind: .toolchain, name: "stub cc", sha256: Self.hash, size: 1),
                InputRecord(kind: .sysroot, name: "apple headers", sha256: Self.hash),
            ],
            dependencies: [
                DependencyRecord(
                    name: "zlib", version: .of("1.3.1"), options: [:], sources: [Self.hash, Self.otherHash])
            ], buildRoots: ["/xbuild"], tool: "0.1.0")
        let inputs = run.tree([
            "subjects/Tiny.xcframework.zip": "zip", "subjects/archives/ios/libTiny.a": "archive",
            "licenses/COPYING": "Do as you like.\n",
        ])
        let outcome = try await run.run(MakeRecords.self, parameters, inputs)
        try run.write(outcome, to: bench)
        return run
    }

    @Test(.enabled(if: hasValidators)) func `spdx-tools accepts the SPDX document`() async throws {
        let bench = try ToolBench()
        _ = try await made(bench)
        let script = """
            from spdx_tools.spdx.parser.parse_anything import parse_file
            from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
            document = parse_file("records/tiny.spdx.json")
            for message in validate_full_spdx_document(document):
                print(message.validation_message)
            print([each.license_declared.render() for each in document.packages if each.name == "zlib"])
            for each in document.relationships:
                print(each.spdx_element_id, each.relationship_type.name, each.related_spdx_element_id)
            """
        let output = try bench.tool("python3", "-c", script, environment: ["PYTHONPATH": validators])
        #expect(
            output == """
                ['Zlib']
                SPDXRef-DOCUMENT DESCRIBES SPDXRef-Library
                SPDXRef-Artifact-1 PACKAGE_OF SPDXRef-Library
                SPDXRef-Artifact-2 PACKAGE_OF SPDXRef-Library
                SPDXRef-Input-1 PATCH_FOR SPDXRef-Library
                SPDXRef-Library GENERATED_FROM SPDXRef-Input-2
                SPDXRef-Input-3 BUILD_TOOL_OF SPDXRef-Library
                SPDXRef-Input-4 BUILD_TOOL_OF SPDXRef-Library
                SPDXRef-Library STATIC_LINK SPDXRef-Dependency-1
                SPDXRef-Dependency-1 GENERATED_FROM SPDXRef-Dependency-1-Source-1
                SPDXRef-Dependency-1 GENERATED_FROM SPDXRef-Dependency-1-Source-2

                """)
        let digests = """
            import hashlib, json
            for each in json.load(open("records/tiny.spdx.json"))["packages"]:
                if "Source" in each["SPDXID"]:
                    print([digest["checksumValue"] for digest in each["checksums"]])
            print([hashlib.sha256(b"x").hexdigest()])
            print([hashlib.sha256(b"y").hexdigest()])
            """
        let lines = try bench.tool("python3", "-c", digests).split(separator: "\n")
        #expect(lines.count == 4 && lines.prefix(2) == lines.suffix(2))
    }

    @Test(.enabled(if: hasValidators))
    func `the SPDX document includes the texts of licenses without SPDX identifiers`() async throws {
        let bench = try ToolBench()
        _ = try await made(
            bench, license: "MIT AND (LicenseRef-tiny OR LicenseRef-tiny_2+)",
            dependency: "LicenseRef-tiny OR LicenseRef-z")
        let script = """
            from spdx_tools.spdx.parser.parse_anything import parse_file
            from spdx_tools.spdx.validation.document_validator import validate_full_spdx_document
            document = parse_file("records/tiny.spdx.json")
            for message in validate_full_spdx_document(document):
                print(message.validation_message)
            print(document.packages[0].license_declared.render())
            for each in document.extracted_licensing_info:
                print(each.license_id, each.license_name, repr(each.extracted_text))
            """
        let output = try bench.tool("python3", "-c", script, environment: ["PYTHONPATH": validators])
        #expect(
            output == """
                MIT AND (LicenseRef-tiny OR LicenseRef-tiny-2-)
                LicenseRef-tiny tiny 'Do as you like.\\n'
                LicenseRef-tiny-2- tiny-2- 'Do as you like.\\n'
                LicenseRef-z z 'The license of zlib 1.3.1: `licenses/zlib` of the packages.'

                """)
    }

    @Test(.enabled(if: hasValidators)) func `CycloneDX's validator accepts the document`() async throws {
        let bench = try ToolBench()
        _ = try await made(bench)
        let script = """
            import json
            from cyclonedx.validation.json import JsonStrictValidator
            from cyclonedx.schema import SchemaVersion
            text = open("records/tiny.cdx.json").read()
            print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(text))
            zlib = json.loads(text)["components"][0]
            print(zlib["licenses"], len(zlib["pedigree"]["ancestors"][0]["hashes"][0]["content"]))
            print(JsonStrictValidator(SchemaVersion.V1_6).validate_str(text.replace("1980-", "x-")) is None)
            """
        let output = try bench.tool("python3", "-c", script, environment: ["PYTHONPATH": validators])
        #expect(output == "None\n[{'expression': 'Zlib'}] 64\nFalse\n")
    }

    @Test(.enabled(if: hasInToto))
    func `in-toto's bindings read the statement, and its predicate as SLSA provenance`() async throws {
        let bench = try ToolBench()
        _ = try await made(bench)
        let script = """
            import json
            from google.protobuf.json_format import Parse
            from in_toto_attestation.predicates.provenance.v1.provenance_pb2 import Provenance
            from in_toto_attestation.v1.statement import Statement
            from in_toto_attestation.v1.statement_pb2 import Statement as Message
            text = open("records/tiny.intoto.json").read()
            Statement.copy_from_pb(Parse(text, Message())).validate()
            found = Parse(json.dumps(json.loads(text)["predicate"]), Provenance())
            print(len(found.build_definition.resolved_dependencies), bool(found.run_details.builder.id))
            """
        let output = try bench.tool("python3", "-c", script, environment: ["PYTHONPATH": validators])
        #expect(output == "6 True\n")
    }

    @Test func `the statement's subjects are the delivered files, and it contains no build path`() async throws {
        let bench = try ToolBench()
        _ = try await made(bench)
        let script = """
            import hashlib, json
            statement = json.load(open("records/tiny.intoto.json"))
            assert statement["_type"] == "https://in-toto.io/Statement/v1"
            assert statement["predicateType"] == "https://slsa.dev/provenance/v1"
            for each in statement["subject"]:
                print(each["name"], each["digest"]["sha256"] == hashlib.sha256(
                    b"zip" if each["name"].endswith("zip") else b"archive").hexdigest())
            definition = statement["predicate"]["buildDefinition"]
            assert definition["buildType"] and statement["predicate"]["runDetails"]["builder"]["id"]
            print(definition["externalParameters"]["targets"], len(definition["resolvedDependencies"]))
            """
        #expect(
            try bench.tool("python3", "-c", script)
                == "Tiny.xcframework.zip True\narchives/ios/libTiny.a True\n['ios-arm64'] 6\n")
        let text = String(decoding: try bench.bytes("records/tiny.intoto.json"), as: UTF8.self)
        #expect(!text.contains("/xbuild/") && text.contains("$ROOT/sysroot"))
    }

    @Test func `the same inputs give the same bytes`() async throws {
        let (one, two) = (try ToolBench(), try ToolBench())
        _ = try await made(one)
        _ = try await made(two)
        for suffix in ["spdx", "cdx", "intoto"] {
            #expect(try one.bytes("records/tiny.\(suffix).json") == two.bytes("records/tiny.\(suffix).json"))
        }
    }
}
