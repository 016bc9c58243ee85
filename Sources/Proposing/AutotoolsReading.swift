import Basics
import Recipes

/// Reads an Autotools source: its configure switches, the checks whose results must be preset for cross builds, and the
/// tools that generate its `configure`.
struct AutotoolsReading {
    let listing: SourceListing
    let library: String
    private let script: String
    private let makefiles: [(path: String, text: String)]

    init(_ listing: SourceListing, library: String) {
        self.listing = listing
        self.library = library
        script = listing.texts["configure.ac"] ?? listing.texts["configure.in"] ?? ""
        makefiles = listing.texts(named: "Makefile.am")
    }

    private var configure: String { listing.texts["configure"] ?? "" }

    func proposed(choices: inout [Choice]) -> ProposedBuild {
        var build = ProposedBuild(.autotools)
        build.configure = ["--enable-static", "--disable-shared"]
        decideBootstrap(&build, &choices)
        for (macro, words) in [("ENABLE", ["enable", "disable"]), ("WITH", ["with", "without"])] {
            for name in switches(macro, help: words) where CrossSwitch.isNeedless(name, library: library) {
                let flag = "--\(words[1])-\(name)"
                build.configure.append(flag)
                choices.append(Choice("configure", flag, "not part of the library"))
            }
        }
        decidePrograms(&build, &choices)
        presetResults(&build, &choices)
        return build
    }

    /// Returns the names of switches, from the help text in `configure` and the declarations in `configure.ac`.
    private func switches(_ macro: String, help words: [String]) -> [String] {
        var names: [String] = []
        for line in configure.split(separator: "\n") {
            for word in words where line.hasPrefix("  --\(word)-") {
                let name = line.dropFirst(word.count + 5).prefix {
                    $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_"
                }
                names.append(String(name))
            }
        }
        for place in script.ranges(of: "AC_ARG_\(macro)") {
            let rest = script[place.upperBound...].drop { "([ \n\t".contains($0) }
            names.append(String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }))
        }
        if macro == "ENABLE", uses("AM_GNU_GETTEXT") { names.append("nls") }
        if macro == "ENABLE", uses("GTK_DOC_CHECK") { names.append("gtk-doc") }
        return names.filter { !$0.isEmpty }.uniqued()
    }

    private func uses(_ macro: String) -> Bool {
        script.split(separator: "\n").contains { line in
            line.contains(macro) && !line.drop(while: \.isWhitespace).hasPrefix("dnl") && !line.hasPrefix("#")
        }
    }

    // MARK: configure

    private func decideBootstrap(_ build: inout ProposedBuild, _ choices: inout [Choice]) {
        if !listing.has("configure") {
            build.bootstrap = true
            choices.append(Choice("bootstrap", "true", "there is no `configure`"))
        } else if let old = oldMachineList {
            decideMachines(&build, old, &choices)
        }
        guard build.bootstrap else { return }
        if uses("AM_GNU_GETTEXT") { build.tools.append("autopoint") }
        if uses("GTK_DOC_CHECK") { build.tools.append("gtkdocize") }
        for tool in build.tools { choices.append(Choice("tools", tool, "`configure.ac` uses it")) }
    }

    /// Presets the results of `config.sub` in cache variables. If `configure` does not use these variables, proposes a
    /// bootstrap, which generates `configure` again.
    private func decideMachines(_ build: inout ProposedBuild, _ old: String, _ choices: inout [Choice]) {
        if configure.contains("ac_cv_host") {
            build.presetTriples()
            choices.append(Choice("variables", "ac_cv_host, ac_cv_build", "`\(old)` is older than current processors"))
        } else if !script.isEmpty {
            build.bootstrap = true
            choices.append(Choice("bootstrap", "true", "`\(old)` is older than current processors"))
        }
    }

    /// The path of a `config.sub` that does not support the architecture `aarch64`; nil if there is none.
    private var oldMachineList: String? {
        listing.texts(named: "config.sub").first { !$0.text.contains("aarch64") }?.path
    }

    /// Presets the results of `AC_FUNC_MALLOC` and `AC_FUNC_REALLOC`. In a cross build these checks cannot run their
    /// programs and assume a failure; the library then calls a replacement function that may not exist.
    private func presetResults(_ build: inout ProposedBuild, _ choices: inout [Choice]) {
        for function in ["malloc", "realloc"] {
            let variable = "ac_cv_func_\(function)_0_nonnull"
            guard configure.contains(variable) || uses("AC_FUNC_\(function.uppercased())") else { continue }
            build.variables[variable] = "yes"
            choices.append(
                Choice(
                    "variables", "\(variable)=yes", "the result is the same on every system; configure runs a program")
            )
        }
    }

    // MARK: Makefiles

    private func decidePrograms(_ build: inout ProposedBuild, _ choices: inout [Choice]) {
        for list in ["bin_PROGRAMS", "sbin_PROGRAMS"] {
            let has = makefiles.first { file in
                file.text.split(separator: "\n").contains { $0.hasPrefix(list) && $0.contains("=") }
            }
            guard let has else { continue }
            build.addMake(["\(list)="])
            choices.append(Choice("make", "\(list)=", "`\(has.path)` makes programs"))
        }
    }
}
