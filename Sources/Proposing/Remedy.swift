import Recipes

/// A remedy for a failed build, found by its log.
///
/// Each rule changes the proposal for a failure that many libraries share; other failures are left to the user.
public struct Remedy: Hashable, Sendable {
    public let build: ProposedBuild
    public let choice: Choice

    /// Returns the first change that the log suggests and that the build does not have yet.
    ///
    /// - Parameter listing: the files of the source.
    public static func find(for build: ProposedBuild, log: [String], listing: SourceListing) -> Remedy? {
        for line in log {
            for rule in rules {
                guard let (changed, choice) = rule(build, line, listing), changed != build else { continue }
                return Remedy(build: changed, choice: choice)
            }
        }
        return nil
    }

    private typealias Rule = @Sendable (ProposedBuild, String, SourceListing) -> (ProposedBuild, Choice)?

    private static let rules: [Rule] = [
        oldMachineNames, writesSource, ownHeader, installNames, missingHeader, refusedFlags, programs, manuals,
        strictness,
        gettext,
    ]

    /// A `config.sub` that is older than the target's processor or system.
    private static let oldMachineNames: Rule = { build, line, _ in
        guard build.system == .autotools, !build.bootstrap,
            line.contains("config.sub") && (line.contains("failed") || line.contains("not recognized"))
                || line.contains("Invalid configuration `")
        else { return nil }
        var build = build
        guard build.variables["ac_cv_host"] != nil else {
            build.answerMachines()
            return (build, Choice("variables", "ac_cv_host, ac_cv_build", "`config.sub` does not know the target"))
        }
        build.bootstrap = true
        return (build, Choice("bootstrap", "true", "`config.sub` does not know the target"))
    }

    /// A build that writes into its source, which all targets share.
    private static let writesSource: Rule = { build, line, _ in
        let refusals = ["Read-only file system", "Permission denied"]
        guard build.system == .autotools || build.system == .script, !build.inSource,
            refusals.contains(where: line.contains)
        else { return nil }
        var build = build
        build.inSource = true
        return (build, Choice("in-source", "true", "the build writes into its source"))
    }

    /// A build that finds the source's own headers only inside the source: `-I../include`.
    private static let ownHeader: Rule = { build, line, listing in
        guard build.system == .autotools, !build.inSource, line.contains("fatal error: '"),
            let end = line.firstRange(of: "' file not found")
        else { return nil }
        let header = line[..<end.lowerBound].split(separator: "'").last.map(String.init) ?? ""
        guard listing.paths.contains(where: { ("/" + $0).hasSuffix("/" + header) }) else { return nil }
        var build = build
        build.inSource = true
        return (build, Choice("in-source", "true", "a build elsewhere does not find its own `\(header)`"))
    }

    /// Shared libraries for Apple's systems that a project always builds beside the archives: their install names
    /// contain the build folder unless they are linked as for installation.
    private static let installNames: Rule = { build, line, _ in
        guard build.system == .cmake, line.contains("left a path of the build in `"), line.contains(".dylib`") else {
            return nil
        }
        let words = ["-DCMAKE_BUILD_WITH_INSTALL_NAME_DIR=ON", "-DCMAKE_BUILD_WITH_INSTALL_RPATH=ON"]
        var build = build
        build.configure += words.filter { !build.configure.contains($0) }
        return (build, Choice("configure", words.joined(separator: " "), "a shared library is built as well"))
    }

    /// clang's error names the header of a C function that the source uses undeclared.
    private static let missingHeader: Rule = { build, line, _ in
        guard let place = line.firstRange(of: "include the header <") else { return nil }
        let header = String(line[place.upperBound...].prefix { $0 != ">" })
        guard !header.isEmpty, !build.cflags.contains(header) else { return nil }
        var build = build
        build.cflags += ["-include", header]
        return (
            build, Choice("cflags", "-include \(header)", "the source needs `\(header)` and does not include it")
        )
    }

    /// Flags for another compiler, which configure adds.
    private static let refusedFlags: Rule = { build, line, _ in
        let marks = [
            "unknown argument: '", "optimization flag '", "unsupported option '", "unrecognized command-line option",
        ]
        guard build.system == .autotools, marks.contains(where: line.contains), line.contains("error:") else {
            return nil
        }
        var build = build
        build.make += build.make.contains("CFLAGS=${CFLAGS}") ? [] : ["CFLAGS=${CFLAGS}"]
        return (build, Choice("make", "CFLAGS=${CFLAGS}", "configure adds flags that the compiler rejects"))
    }

    /// Programs that do not link; they are not part of the library.
    private static let programs: Rule = { build, line, _ in
        let marks = ["undefined symbol: ", "undefined reference to", "unable to find library -l", "cannot find -l"]
        guard build.system == .autotools, marks.contains(where: line.contains) else { return nil }
        var build = build
        build.addMake(["bin_PROGRAMS=", "noinst_PROGRAMS=", "check_PROGRAMS="])
        return (build, Choice("make", "bin_PROGRAMS= noinst_PROGRAMS= check_PROGRAMS=", "programs do not link"))
    }

    /// Manuals whose generating programs are missing.
    private static let manuals: Rule = { build, line, _ in
        let tools = ["makeinfo", "help2man", "texi2dvi", "xmlto", "docbook", "pod2man", "asciidoc", "a2x"]
        guard build.system == .autotools,
            line.contains("is missing on your system") || line.contains("not found") || line.contains("No such file"),
            tools.contains(where: line.contains)
        else { return nil }
        var build = build
        build.addMake(["info_TEXINFOS=", "dist_man_MANS=", "man_MANS=", "MAKEINFO=true", "HELP2MAN=true"])
        return (build, Choice("make", "MAKEINFO=true HELP2MAN=true", "manuals are not part of the library"))
    }

    /// Warnings that stop a build.
    private static let strictness: Rule = { build, line, _ in
        guard line.contains("[-Werror"), let mark = line.firstRange(of: "[-Werror,-W") else { return nil }
        let name = line[mark.upperBound...].prefix { $0 != "]" && $0 != "," }
        guard !name.isEmpty, !build.cflags.contains("-Wno-error=\(name)") else { return nil }
        var build = build
        build.cflags.append("-Wno-error=\(name)")
        return (build, Choice("cflags", "-Wno-error=\(name)", "the source's own `-Werror`"))
    }

    /// A bootstrap that lacks gettext's `autopoint`.
    private static let gettext: Rule = { build, line, _ in
        guard build.bootstrap, line.contains("autopoint"), !build.tools.contains("autopoint") else { return nil }
        var build = build
        build.tools.append("autopoint")
        return (build, Choice("tools", "autopoint", "`configure.ac` uses it"))
    }
}
