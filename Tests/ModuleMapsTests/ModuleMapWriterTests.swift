import Basics
import TestSupport
import Testing
import Targets

@testable import ModuleMaps

@Suite struct ModuleMapWriterTests {
    private static let ios = Target.named("ios-arm64")
    private static let linux = Target.named("linux-gnu-x86_64")

    private func name(_ string: String) throws -> ModuleName { try #require(ModuleName(string)) }

    private func common(_ paths: String...) -> [HeaderOrigin] {
        paths.map { HeaderOrigin(path: .at($0), kind: .common) }
    }

    @Test func `all headers are listed in the order of their paths if the recipe names none`() throws {
        let map = try ModuleMapWriter(
            request: ModuleMapRequest(name: name("Foo")), origins: common("foo.h", "bar.h", "sub/z.h"), reports: [:]
        ).written()
        #expect(
            map.text == """
                module Foo [system] {
                    header "bar.h"
                    header "foo.h"
                    header "sub/z.h"
                    export *
                }

                """)
        #expect(map.decisions.allSatisfy { $0.reason == nil && $0.listing == .header })
    }

    @Test func `the recipe's order, libraries and features are kept, and other headers are left out`() throws {
        let request = try ModuleMapRequest(
            name: name("Foo"), headers: ["z.h", "a.h"], links: ["ssl", "crypto"], requirements: ["!windows", "c99"],
            isSystem: false)
        let map = try ModuleMapWriter(request: request, origins: common("a.h", "m.h", "z.h"), reports: [:]).written()
        #expect(
            map.text == """
                module Foo {
                    requires !windows, c99
                    header "z.h"
                    header "a.h"
                    link "ssl"
                    link "crypto"
                    export *
                }

                """)
        #expect(map.decisions.last == .init(header: "m.h", listing: .leftOut, reason: .notInRecipe))
    }

    @Test(arguments: [("header", "\"header\""), ("Header", "Header")])
    func `a module name that is a keyword is quoted, others are not`(_ row: (name: String, written: String)) throws {
        let request = try ModuleMapRequest(name: name(row.name))
        let map = try ModuleMapWriter(request: request, origins: common("a.h"), reports: [:]).written()
        #expect(map.text.hasPrefix("module \(row.written) [system] {\n"))
    }

    @Test func `patterns match headers, which are sorted by path within one pattern`() throws {
        let request = try ModuleMapRequest(
            name: name("K"), headers: ["k.h", "k_*.h"], excluded: ["**/k_x.h", "gone.h"])
        let origins = common("k.h", "k_b.h", "k_a.h", "k_x.h", "other.h")
        let map = try ModuleMapWriter(request: request, origins: origins, reports: [:]).written()
        #expect(
            map.text == """
                module K [system] {
                    header "k.h"
                    header "k_a.h"
                    header "k_b.h"
                    export *
                }

                """)
    }

    @Test func `every header is listed, made textual or left out, with the reason`() throws {
        let reports = [
            Self.ios: HeaderReport(findings: [
                .init(header: "alone.h", verdict: .alone), .init(header: "last.h", verdict: .alone),
                .init(header: "z.h", verdict: .alone),
                .init(header: "first.h", verdict: .afterOthers("unknown type name 'alone'")),
                .init(header: "second.h", verdict: .afterOthers("unknown type name 'first'")),
                .init(header: "a_third.h", verdict: .afterOthers("unknown type name 'second'")),
            ]),
            Self.linux: HeaderReport(findings: [
                .init(header: "alone.h", verdict: .alone), .init(header: "mac.h", verdict: .fails("not built")),
                .init(header: "first.h", verdict: .afterOthers("unknown type name 'alone'")),
                .init(header: "second.h", verdict: .afterOthers("unknown type name 'first'")),
                .init(header: "broken.h", verdict: .fails("'windows.h' file not found")),
            ]),
        ]
        let origins =
            common(
                "alone.h", "broken.h", "first.h", "last.h", "second.h", "a_third.h", "x.hpp", "x.def", "asked.h",
                "unwanted.h") + [
                HeaderOrigin(path: "config.h", kind: .dispatch),
                HeaderOrigin(path: "config-a.h", kind: .variant, targets: [Self.ios], of: "config.h"),
                HeaderOrigin(path: "mac.h", kind: .partial, targets: [Self.ios]),
            ]
        let request = try ModuleMapRequest(name: name("M"), textual: ["asked.h"], excluded: ["unwanted.h"])
        let map = try ModuleMapWriter(request: request, origins: origins, reports: reports).written()
        let told = map.decisions.map { "\($0.listing.rawValue) \($0.header): \($0.reason?.description ?? "-")" }
        #expect(
            told == [
                "header alone.h: -", "header config.h: -", "header last.h: -", "header mac.h: -",
                "header first.h: fails alone on ios-arm64: unknown type name 'alone'; compiles after the others",
                "header second.h: fails alone on ios-arm64: unknown type name 'first'; compiles after the others",
                "header a_third.h: fails alone on ios-arm64: unknown type name 'second'; compiles after the others",
                "textual asked.h: textual in the recipe",
                "textual broken.h: does not compile on linux-gnu-x86_64: 'windows.h' file not found",
                "textual config-a.h: included by `config.h`",
                "left out unwanted.h: excluded in the recipe", "left out x.def: not a C header",
                "left out x.hpp: not a C header",
            ])
    }

    @Test func `names of headers are quoted as in C`() throws {
        let map = try ModuleMapWriter(
            request: ModuleMapRequest(name: name("M")), origins: common(#"a"b\c.h"#), reports: [:]
        ).written()
        #expect(map.text.contains(#"    header "a\"b\\c.h""#))
    }

    @Test func `a header that no target installed is an error with the nearest name`() throws {
        let request = try ModuleMapRequest(name: name("M"), headers: ["secp256k.h"])
        let writer = ModuleMapWriter(request: request, origins: common("secp256k1.h", "other.h"), reports: [:])
        let error = #expect(throws: ModuleMapError.self) { try writer.written() }
        #expect(
            error?.description == "no target installed header `secp256k.h`; did you mean `secp256k1.h`?")
    }

    @Test func `a module of textual headers only is an error`() throws {
        let request = try ModuleMapRequest(name: name("M"), textual: ["a.h"])
        let error = #expect(throws: ModuleMapError.self) {
            try ModuleMapWriter(request: request, origins: common("a.h"), reports: [:]).written()
        }
        #expect(error?.description == "module `M` has no header that every target can compile")
    }

    @Test(arguments: [
        ("OpenSSL", true), ("_x9", true), ("9x", false), ("a-b", false), ("", false),
        ("class", false), ("a.b", false), ("ä", false), ("import", false),
    ])
    func `module names are valid identifiers`(text: String, isValid: Bool) {
        #expect((ModuleName(text) != nil) == isValid)
    }
}
