import Basics
import Foundation
import Recipes
import TestSupport
import Testing

/// Files beside a recipe are below the recipe's folder, also after links are resolved.
@Suite struct OutsideFileTests {
    private let space: TemporaryFolder

    init() throws {
        space = try TemporaryFolder([
            "secret": "secret", "other/file": "secret", "recipes/neighbour/a.patch": "secret",
            "recipes/example/own.patch": "own", "recipes/example/sub/own.patch": "own",
            "recipes/example-2/a.patch": "secret",
        ])
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: space.path("recipes/example/\(path)"), withDestinationPath: target)
    }

    private func read(_ lines: String, in folder: String = "recipes") throws -> RecipeFile {
        try space.write(Samples.text(rest: lines), to: "recipes/example/recipe.yaml")
        return try RecipeCatalog(folder: space.path(folder)).recipe(#require(PackageName("example")))
    }

    private static let outside = [
        (name: "a link to a file", link: "a.patch", target: "/etc/passwd", file: "a.patch"),
        (name: "a relative link", link: "a.patch", target: "../../secret", file: "a.patch"),
        (name: "a link to another recipe", link: "a.patch", target: "../neighbour/a.patch", file: "a.patch"),
        (name: "a folder whose name begins alike", link: "a.patch", target: "../example-2/a.patch", file: "a.patch"),
        (name: "a link to a folder", link: "sub2", target: "../../other", file: "sub2/file"),
        (name: "a link to the parent", link: "up", target: "..", file: "up/neighbour/a.patch"),
        (name: "a link below a folder", link: "sub/a.patch", target: "../../../secret", file: "sub/a.patch"),
        (name: "a folder of the system", link: "etc", target: "/etc", file: "etc/passwd"),
    ]

    @Test(arguments: outside)
    func `a file that leads out of the folder is refused at its line`(
        _ row: (name: String, link: String, target: String, file: String)
    ) throws {
        try link(row.link, to: row.target)
        let error = #expect(throws: RecipeError.self) { try read("patches: [\(row.file)]") }
        let text = error?.description ?? ""
        #expect(text.contains("error: `\(row.file)` leads out of the recipe's folder\n"), "\(row.name): \(text)")
        #expect(text.contains(" | patches: [\(row.file)]\n"), "\(text)")
        #expect(!text.contains("secret"), "\(text)")
    }

    @Test func `a chain of links is followed to its end`() throws {
        try link("one.patch", to: "sub/two.patch")
        try link("sub/two.patch", to: "../three.patch")
        try link("three.patch", to: "../../secret")
        let error = #expect(throws: RecipeError.self) { try read("patches: [one.patch]") }
        #expect(error?.description.contains("`one.patch` leads out of the recipe's folder") == true)
    }

    @Test func `links inside the folder and a folder that is a link are permitted`() throws {
        try link("one.patch", to: "sub/two.patch")
        try link("sub/two.patch", to: "../own.patch")
        try link("all", to: "sub")
        #expect(try read("patches: [one.patch, all/own.patch, own.patch]").attachments.count == 3)
        try FileManager.default.createSymbolicLink(
            atPath: space.path("linked"), withDestinationPath: space.path("recipes"))
        #expect(try read("patches: [one.patch]", in: "linked").attachments.count == 1)
    }

    @Test func `a link to nothing is a missing file`() throws {
        try link("a.patch", to: "../../none")
        let error = #expect(throws: RecipeError.self) { try read("patches: [a.patch]") }
        #expect(error?.description.contains("error: there is no file `a.patch` beside the recipe") == true)
    }

    @Test func `a path with two dots is no path below the recipe`() throws {
        #expect(throws: RecipeError.self) { try read("patches: [../neighbour/a.patch]") }
        #expect(throws: RecipeError.self) { try read("patches: [sub/../../neighbour/a.patch]") }
    }

    @Test(arguments: ["files", "script"]) func `files and scripts of a build are checked too`(_ kind: String) throws {
        try link("run.sh", to: "/bin/sh")
        let lines =
            kind == "files"
            ? "  files: [run.sh]" : "  steps:\n    build: [{ script: run.sh }]\n    install: [[true]]"
        let text = Samples.text(build: lines)
            .replacing("system: autotools", with: kind == "files" ? "system: autotools" : "system: script")
        try space.write(text, to: "recipes/example/recipe.yaml")
        let name = try #require(PackageName("example"))
        let error = #expect(throws: RecipeError.self) {
            try RecipeCatalog(folder: space.path("recipes")).recipe(name)
        }
        #expect(
            error?.description.contains("`run.sh` leads out of the recipe's folder") == true,
            "\(error?.description ?? "")")
    }
}
