import Basics
import Documents
import Foundation
import Machine

/// The recipes of a folder, each in `NAME/recipe.yaml`.
public struct RecipeCatalog: Sendable {
    /// The folder as messages show it.
    public let folder: String
    private let files: RecipeFiles

    public init(folder: String, files: RecipeFiles = .live) {
        self.folder = folder
        self.files = files
    }

    /// Returns the names of all recipes, sorted. Ignores entries of the folder that are not a recipe's folder.
    public func names() throws(RecipeError) -> [PackageName] {
        let entries = try attempt(folder) { try files.list(folder) }
        var names: [PackageName] = []
        for name in entries.compactMap(PackageName.init).sorted() {
            if try attempt(path(name), { try files.read(path(name)) }) != nil { names.append(name) }
        }
        return names
    }

    /// Returns the recipe of that name, with its warnings.
    public func recipe(_ name: PackageName) throws(RecipeError) -> RecipeFile {
        guard let bytes = try attempt(path(name), { try files.read(path(name)) }) else {
            throw .unknownRecipe(name.string, known: (try? names()) ?? [])
        }
        do {
            let file = try Recipe.read(bytes, file: path(name), folder: name.string)
            try checkAttachments(of: file)
            return file
        } catch {
            throw .faults(error)
        }
    }

    /// Returns the review remarks about the recipe of that name.
    public func lint(_ name: PackageName) throws(RecipeError) -> RecipeLint {
        _ = try recipe(name)
        return try lint(path(name), shown: path(name), folder: name.string)
    }

    /// Returns the review remarks about a file in any folder.
    public static func lint(file: String, shown: String) throws(RecipeError) -> RecipeLint {
        let names = file.split(separator: "/").map(String.init)
        let folder = names.last == "recipe.yaml" ? names.dropLast().last : nil
        return try RecipeCatalog(folder: "").lint(file, shown: shown, folder: folder)
    }

    private func lint(_ file: String, shown: String, folder: String?) throws(RecipeError) -> RecipeLint {
        guard let bytes = try attempt(file, { try files.read(file) }) else {
            throw .unreadable(path: shown, reason: "no such file or directory")
        }
        do {
            return try RecipeLint(bytes, file: shown, folder: folder)
        } catch {
            throw .faults(error)
        }
    }

    /// Returns the contents of a file beside a recipe.
    public func contents(of file: RelativePath, beside name: PackageName) throws(RecipeError) -> [UInt8] {
        guard let bytes = try contentsIfPresent(of: file, beside: name) else {
            throw .unreadable(path: "\(folder)/\(name)/\(file)", reason: "no such file or directory")
        }
        return bytes
    }

    private func contentsIfPresent(
        of file: RelativePath, beside name: PackageName
    ) throws(RecipeError) -> [UInt8]? {
        let path = "\(folder)/\(name)/\(file)"
        return try attempt(path) { try files.read(path) }
    }

    private func checkAttachments(of file: RecipeFile) throws(Faults) {
        var findings = Findings(file.warnings)
        for attachment in file.attachments {
            guard !leadsOut(attachment.value, of: file.recipe.name) else {
                findings.error(
                    "`\(attachment.value)` leads out of the recipe's folder", at: attachment.mark,
                    hint: "a link may only lead to a file below the folder; copy the file there")
                continue
            }
            do throws(RecipeError) {
                guard try contentsIfPresent(of: attachment.value, beside: file.recipe.name) == nil else { continue }
                findings.error(
                    "there is no file `\(attachment.value)` beside the recipe", at: attachment.mark,
                    hint: hint(for: attachment.value, beside: file.recipe.name))
            } catch {
                findings.error("\(error)", at: attachment.mark)
            }
        }
        if findings.hasErrors { throw Faults(findings.sorted, in: file.source) }
    }

    /// Returns whether the file is outside of the recipe's folder after symbolic links are resolved. The folder itself may
    /// be a link.
    private func leadsOut(_ file: RelativePath, of name: PackageName) -> Bool {
        guard let folder = files.realPath("\(folder)/\(name)"), let file = files.realPath("\(folder)/\(file)")
        else { return false }
        return !file.hasPrefix(folder + "/")
    }

    private func hint(for file: RelativePath, beside name: PackageName) -> String? {
        let folder = "\(folder)/\(name)" + (file.parent.map { "/\($0)" } ?? "")
        let names = ((try? files.list(folder)) ?? []).filter { $0 != "recipe.yaml" }
        return Suggestion.nearest(to: file.name, among: names).map { "did you mean `\($0)`?" }
    }

    private func path(_ name: PackageName) -> String { "\(folder)/\(name)/recipe.yaml" }

    private func attempt<Value>(_ path: String, _ body: () throws -> Value) throws(RecipeError) -> Value {
        do {
            return try body()
        } catch {
            // A `FileError` contains the path too: only its reason is used.
            throw .unreadable(path: path, reason: (error as? FileError)?.reason ?? "\(error)")
        }
    }
}
