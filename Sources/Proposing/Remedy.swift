import Recipes

/// A change of a proposal after a failed attempt, and the reason for it.
///
/// There are remedies only for failures that occur in many libraries; the user must resolve other failures.
public struct Remedy: Hashable, Sendable {
    public let proposal: Proposal
    public let choice: Choice

    /// Returns the remedy for the first symptom that has one which changes the proposal; nil if there is none.
    ///
    /// - Parameters:
    ///   - listing: the files of the source.
    ///   - installed: the files that an earlier attempt installed; nil when no attempt has installed files.
    public static func find(
        for symptoms: [Symptom], of proposal: Proposal, listing: SourceListing, installed: InstalledFiles? = nil
    ) -> Remedy? {
        for symptom in symptoms {
            var changed = proposal
            guard let choice = changed.change(for: symptom, listing, installed), changed != proposal else { continue }
            return Remedy(proposal: changed, choice: choice)
        }
        return nil
    }
}

extension Proposal {
    /// Changes the proposal for a symptom. Returns the change and its reason; nil when there is no remedy.
    fileprivate mutating func change(
        for symptom: Symptom, _ listing: SourceListing, _ installed: InstalledFiles?
    ) -> Choice? {
        switch symptom {
        case .brokenHeader(let path, let line):
            guard let template = installed?.template(before: line, of: path), !textual.contains(template) else {
                return nil
            }
            textual.append(template)
            return Choice("textual", template, "it compiles only inside another header")
        case .unreachedHeaders(let headers):
            let new = headers.filter { !textual.contains($0) }
            guard installed != nil, !new.isEmpty else { return nil }
            textual += new
            return Choice("textual", new.joined(separator: ", "), "a target's compiler does not accept it by itself")
        case .unknownMachine: return build.nameMachines()
        case .writesSource:
            guard build.system == .autotools || build.system == .script else { return nil }
            build.inSource = true
            return Choice("in-source", "true", "the build writes into its source")
        case .missingHeader(let header): return build.findOwn(header, in: listing)
        case .buildPathInLibrary: return build.setInstallNames()
        case .undeclaredFunction(let header):
            guard !build.cflags.contains(header) else { return nil }
            build.cflags += ["-include", header]
            return Choice("cflags", "-include \(header)", "the source needs `\(header)` and does not include it")
        case .refusedFlag: return build.overrideFlags()
        case .unlinkedProgram: return build.leaveOutPrograms()
        case .missingManualTool: return build.leaveOutManuals()
        case .fatalWarning(let name):
            guard !build.cflags.contains("-Wno-error=\(name)") else { return nil }
            build.cflags.append("-Wno-error=\(name)")
            return Choice("cflags", "-Wno-error=\(name)", "the source's own `-Werror`")
        case .missingAutopoint:
            guard build.bootstrap, !build.tools.contains("autopoint") else { return nil }
            build.tools.append("autopoint")
            return Choice("tools", "autopoint", "`configure.ac` uses it")
        }
    }
}

extension ProposedBuild {
    /// Presets the machine names that `config.sub` refuses. If that was already done, proposes a bootstrap, which
    /// replaces `config.sub`.
    fileprivate mutating func nameMachines() -> Choice? {
        guard system == .autotools, !bootstrap else { return nil }
        guard variables["ac_cv_host"] != nil else {
            presetTriples()
            return Choice("variables", "ac_cv_host, ac_cv_build", "`config.sub` does not support the target")
        }
        bootstrap = true
        return Choice("bootstrap", "true", "`config.sub` does not support the target")
    }

    /// Builds inside the source. In a separate folder, relative search paths such as `-I../include` do not lead to the
    /// source's own headers.
    fileprivate mutating func findOwn(_ header: String, in listing: SourceListing) -> Choice? {
        guard system == .autotools, listing.paths.contains(where: { ("/" + $0).hasSuffix("/" + header) }) else {
            return nil
        }
        inSource = true
        return Choice("in-source", "true", "a build elsewhere does not find its own `\(header)`")
    }

    /// Lets CMake link with the final install names. Some projects always build shared libraries beside the archives;
    /// on Apple's systems, the install names of these would otherwise contain the build folder.
    fileprivate mutating func setInstallNames() -> Choice? {
        guard system == .cmake else { return nil }
        let words = ["-DCMAKE_BUILD_WITH_INSTALL_NAME_DIR=ON", "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON"]
        configure += words.filter { !configure.contains($0) }
        return Choice("configure", words.joined(separator: " "), "a shared library is built as well")
    }

    /// Overrides `CFLAGS` in make, if configure adds flags for another compiler.
    fileprivate mutating func overrideFlags() -> Choice? {
        guard system == .autotools else { return nil }
        make += make.contains("CFLAGS=${CFLAGS}") ? [] : ["CFLAGS=${CFLAGS}"]
        return Choice("make", "CFLAGS=${CFLAGS}", "configure adds flags that the compiler rejects")
    }

    /// Leaves out programs, which are not part of the library.
    fileprivate mutating func leaveOutPrograms() -> Choice? {
        guard system == .autotools else { return nil }
        addMake(["bin_PROGRAMS=", "noinst_PROGRAMS=", "check_PROGRAMS="])
        return Choice("make", "bin_PROGRAMS= noinst_PROGRAMS= check_PROGRAMS=", "programs do not link")
    }

    fileprivate mutating func leaveOutManuals() -> Choice? {
        guard system == .autotools else { return nil }
        addMake(["info_TEXINFOS=", "dist_man_MANS=", "man_MANS=", "MAKEINFO=true", "HELP2MAN=true"])
        return Choice("make", "MAKEINFO=true HELP2MAN=true", "manuals are not part of the library")
    }
}
