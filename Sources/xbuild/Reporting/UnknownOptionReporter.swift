import Actions
import Basics
import Documents
import Engine
import Machine
import Recipes
import Store
import Targets

/// Prints a warning for each option of a recipe that a build of this run did not understand, with the recipe's line.
struct UnknownOptionReporter {
    let context: BuildContext

    private struct Place: Hashable {
        var package: PackageName
        var option: String
    }

    func report(_ outcome: RunOutcome, of plan: Plan) {
        var targets: [Place: Set<Target>] = [:]
        var places: [Place] = []
        let logs = outcome.results.compactMapValues(Self.log)
        for (id, log) in logs.sorted(by: { $0.key < $1.key }) {
            let step = plan[id]
            guard step.kind == .build, let package = step.package else { continue }
            for option in options(in: log) {
                let place = Place(package: package.name, option: option)
                if targets[place] == nil { places.append(place) }
                targets[place, default: []].formUnion(step.targets)
            }
        }
        for place in places { warn(place, targets[place] ?? []) }
    }

    /// Returns the log of a build that ran; Meson and scripts end with an error when they do not know an option.
    private static func log(of result: StepResult) -> Digest? {
        switch result {
        case .done(let success): success.source == .built ? success.result.log : nil
        case .failed(let failure): failure.log
        case .skipped, .cancelled: nil
        }
    }

    private func options(in log: Digest) -> [String] {
        // The warnings are not worth the memory for a longer log.
        guard log.size <= 1 << 24, let bytes = try? context.store.blob(log) else { return [] }
        var options = UnknownOptions()
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false) {
            options.add(String(line))
        }
        return options.names
    }

    /// Prints a warning if the option is in the recipe; other options are xbuild's own.
    private func warn(_ place: Place, _ targets: Set<Target>) {
        let path = "\(context.recipes.folder)/\(place.package)/recipe.yaml"
        guard let text = FileSystem.text(context.host.absolute(path)) else { return }
        let source = SourceText(file: path, text: text)
        guard let mark = Self.mark(of: place.option, in: source) else { return }
        let names = targets.map { "`\($0)`" }.sorted().joined(separator: ", ")
        let diagnostic = Diagnostic(
            .warning, "the build for \(names) does not know `\(LiveView.plain(place.option))`", at: mark)
        context.host.talk(diagnostic.rendered(in: source) + "\n")
    }

    /// Returns the first place of the option outside of comments, as a whole word.
    private static func mark(of option: String, in source: SourceText) -> Mark? {
        let wanted = Array(option.unicodeScalars)
        for (index, line) in source.lines.enumerated() where line.first(where: { $0 != " " }) != "#" {
            var start = line.startIndex
            while let range = line[start...].firstRange(of: wanted) {
                if !isWord(line[..<range.lowerBound].last, beforeOption: true), !isWord(line[range.upperBound...].first)
                {
                    return Mark(line: index + 1, column: range.lowerBound + 1, length: wanted.count)
                }
                start = range.upperBound
            }
        }
        return nil
    }

    /// Whether a character continues a word. `-DNAME` and `-Dname` name an option behind the letter `D`.
    private static func isWord(_ scalar: Unicode.Scalar?, beforeOption: Bool = false) -> Bool {
        guard let scalar, !(beforeOption && scalar == "D") else { return false }
        return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || scalar == "_" || scalar == "-"
    }
}
