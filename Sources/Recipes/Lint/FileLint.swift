import Basics
import Documents

/// Finds entries of `files:` to which no word of the recipe refers.
struct FileLint: LintCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout [LintFinding]) {
        guard let build = recipe.build else { return }
        // A script of a step may open any of the files.
        guard build.steps?.all.contains(where: { $0.file != nil }) != true else { return }
        let names = recipe.words.filter { $0.variables.contains(.build(.files)) }.flatMap { word in
            word.pieces.compactMap { if case .text(let text) = $0 { text } else { nil } }
        }
        // A word that names the whole folder names all files.
        let givesAll = recipe.words.contains { $0.pieces.last == .variable(.build(.files)) }
        for file in build.files where !givesAll && !names.contains(where: { $0.contains(file.value.string) }) {
            findings.add(
                .idleFile, "this file is not used", at: file.mark,
                hint: "refer to it as `${FILES}/\(file.value)`")
        }
    }
}
