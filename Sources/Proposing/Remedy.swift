import Recipes

/// A change of a proposal after a failed attempt, and the reason for it.
///
/// Each remedy answers a failure that many libraries share; other failures are left to the user.
public struct Remedy: Hashable, Sendable {
    public let proposal: Proposal
    public let choice: Choice

    /// Returns the first change that a symptom suggests and that the proposal does not have yet.
    ///
    /// - Parameters:
    ///   - listing: the files of the source.
    ///   - installed: the files of an earlier attempt; nil when none installed any.
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
    /// Returns the reason for the change; nil when there is none to make.
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
            return Choice("textual", new.joined(separator: ", "), "some target's compiler refuses it by itself")
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
    /// First names the machines in place of `config.sub`; where that does not help, makes a new `config.sub`.
    fileprivate mutating func nameMachines() -> Choice? {
        guard system == .autotools, !bootstrap else { return nil }
        guard variables["ac_cv_host"] != nil else {
            answerMachines()
            return Choice("variables", "ac_cv_host, ac_cv_build", "`config.sub` does not know the target")
        }
        bootstrap = true
        return Choice("bootstrap", "true", "`config.sub` does not know the target")
    }

    /// A build that finds the source's own headers only inside the source: `-I../include`.
    fileprivate mutating func findOwn(_ header: String, in listing: SourceListing) -> Choice? {
        guard system == .autotools, listing.paths.contains(where: { ("/" + $0).hasSuffix("/" + header) }) else {
            return nil
        }
        inSource = true
        return Choice("in-source", "true", "a build elsewhere does not find its own `\(header)`")
    }

    /// Shared libraries for Apple's systems that a project always builds beside the archives: their install names
    /// contain the build folder unless they are linked as for installation.
    fileprivate mutating func setInstallNames() -> Choice? {
        guard system == .cmake else { return nil }
        let words = ["-DCMAKE_BUILD_WITH_INSTALL_NAME_DIR=ON", "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON"]
        configure += words.filter { !configure.contains($0) }
        return Choice("configure", words.joined(separator: " "), "a shared library is built as well")
    }

    /// Flags for another compiler, which configure adds.
    fileprivate mutating func overrideFlags() -> Choice? {
        guard system == .autotools else { return nil }
        make += make.contains("CFLAGS=${CFLAGS}") ? [] : ["CFLAGS=${CFLAGS}"]
        return Choice("make", "CFLAGS=${CFLAGS}", "configure adds flags that the compiler rejects")
    }

    /// Programs are not part of the library.
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
