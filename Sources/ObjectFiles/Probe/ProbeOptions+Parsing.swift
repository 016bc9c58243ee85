/// Parses the arguments of a link. Ignores flags that do not affect which symbols are found.
extension ProbeOptions {
    init(_ arguments: [String]) throws(ProbeError) {
        var rest = try Self.expanded(arguments)[...]
        while let word = rest.popFirst() {
            if word.utf8.first == UInt8(ascii: "-"), word != "-" {
                try read(word, &rest)
            } else {
                inputs.append(.file(word, isInLibrary ? .waiting : .normal))
            }
        }
        if hidesNames, showsNames {
            errors.append("cannot use both -exported_symbol* and -unexported_symbol* options")
        }
        if !isOnlyVersion { try check() }
    }

    /// Returns the arguments, with response files (`@FILE`) replaced by their contents.
    private static func expanded(_ arguments: [String]) throws(ProbeError) -> [String] {
        guard arguments.contains(where: { $0.hasPrefix("@") }) else { return arguments }
        var all: [String] = []
        for word in arguments {
            guard word.hasPrefix("@"), System.exists(String(word.dropFirst())) else {
                all.append(word)
                continue
            }
            all += ResponseFile.words(of: try text(of: String(word.dropFirst())))
        }
        return all
    }

    private static func text(of path: String) throws(ProbeError) -> String {
        try ProbeError.reading { () throws(ObjectFileError) in try ByteView(path: path).text() }
    }

    private func check() throws(ProbeError) {
        guard architecture != nil else { throw .noArchitecture }
        guard platform != nil else { throw .noPlatform }
        if undefined == .allowedFlat, !isFlat { throw .undefinedNeedsFlat("suppress") }
        if undefined == .warning, !isFlat { throw .undefinedNeedsFlat("warning") }
        if kind != .dynamicLibrary, let (flag, operand) = libraryVersions.first {
            throw .onlyWithLibrary(flag: flag, operand: operand)
        }
        if kind != .bundle, hasBundleLoader { throw .onlyWithBundle }
    }

    private mutating func read(_ flag: String, _ rest: inout ArraySlice<String>) throws(ProbeError) {
        guard let count = ProbeFlags.operands(of: flag) else { throw .unknownFlag(flag) }
        guard rest.count >= count else { throw .missingOperand(flag) }
        let operands = Array(rest.prefix(count))
        rest = rest.dropFirst(count)
        warnings += ProbeFlagNotes.notes(on: flag)
        switch count {
        case 0: try take(flag)
        case 1: try take(flag, operands[0])
        default: try take(flag, operands)
        }
    }

    private mutating func take(_ flag: String) throws(ProbeError) {
        switch flag {
        case "-execute": kind = .execute
        case "-dylib": kind = .dynamicLibrary
        case "-bundle": kind = .bundle
        case "-r": throw .relocatable
        case "-Z": usesStandardFolders = false
        case "-search_paths_first": looksForDynamicFirst = false
        case "-search_dylibs_first": looksForDynamicFirst = true
        case "-all_load": loadsAllMembers = true
        case "-noall_load": loadsAllMembers = false
        case "-ObjC": loadsObjectiveC = true
        case "-flat_namespace": isFlat = true
        case "-arch_errors_fatal": isArchitectureFatal = true
        case "-fatal_warnings": areWarningsFatal = true
        case "-ignore_auto_link": ignoresAutoLink = true
        case "-w": isQuiet = true
        case "-v", "--version": isVersion = true
        case "--start-lib":
            if isInLibrary { errors.append("nested --start-lib") }
            isInLibrary = true
        case "--end-lib":
            if !isInLibrary { errors.append("stray --end-lib") }
            isInLibrary = false
        default: takeJoined(flag)
        }
    }

    private mutating func takeJoined(_ flag: String) {
        // Flags that begin with l, L or F and have another meaning were handled before.
        if let name = flag.after("-l"), ProbeFlags.isLibrary(flag) {
            inputs.append(.library(name, .normal))
        } else if let folder = flag.after("-L") {
            libraryFolders.append(folder)
        } else if let folder = flag.after("-F") {
            frameworkFolders.append(folder)
        } else {
            for prefix in ["-weak-l", "-needed-l", "-reexport-l", "-hidden-l"] {
                if let name = flag.after(prefix) { inputs.append(.library(name, .normal)) }
            }
        }
    }

    private mutating func take(_ flag: String, _ operand: String) throws(ProbeError) {
        switch flag {
        case "-arch":
            guard let known = MachOArchitecture(name: operand) else { throw .unknownArchitecture(operand) }
            architecture = known
        case "-o": output = operand
        case "-e": entry = operand
        case "-u": required.append((operand, "-u"))
        case "-U": allowedUndefined.insert(operand)
        case "-exported_symbol": require([operand])
        case "-exported_symbols_list": require(ResponseFile.lines(of: try Self.text(of: operand)))
        case "-L": libraryFolders.append(operand)
        case "-F": frameworkFolders.append(operand)
        case "-framework", "-weak_framework", "-needed_framework", "-reexport_framework":
            inputs.append(.framework(operand))
        case "-weak_library", "-needed_library", "-reexport_library", "-load_hidden":
            inputs.append(.file(operand, .normal))
        case "-bundle_loader":
            inputs.append(.file(operand, .normal))
            hasBundleLoader = true
        case "-compatibility_version", "-current_version", "-dylib_compatibility_version", "-dylib_current_version":
            libraryVersions.append((flag, operand))
        case "-unexported_symbols_list":
            _ = try Self.text(of: operand)
            hidesNames = true
        case "-unexported_symbol": hidesNames = true
        case "-order_file": _ = try Self.text(of: operand)
        case "-force_load": inputs.append(.file(operand, .forced))
        case "-filelist": try takeList(operand)
        case "-syslibroot": roots.append(operand)
        case "-install_name", "-dylib_install_name": installName = operand
        case "-undefined": try takeUndefined(operand)
        default: try takeVersion(flag, operand)
        }
    }

    /// Requires the names of an export list to be defined; patterns need not match.
    private mutating func require(_ names: [String]) {
        exportedNames += names.filter { name in !name.contains { "*?[".contains($0) } }
        showsNames = true
    }

    private mutating func takeList(_ operand: String) throws(ProbeError) {
        let parts = operand.split(separator: ",", maxSplits: 1).map(String.init)
        let folder = parts.count > 1 && System.exists(parts[0]) ? parts[1] + "/" : ""
        let path = folder.isEmpty ? operand : parts[0]
        for line in ResponseFile.lines(of: try Self.text(of: path)) {
            inputs.append(.file(folder + line, isInLibrary ? .waiting : .normal))
        }
    }

    private mutating func takeUndefined(_ word: String) throws(ProbeError) {
        switch word {
        case "dynamic_lookup": undefined = .allowed
        case "suppress": undefined = .allowedFlat
        case "warning": undefined = .warning
        default:
            undefined = .error
            if word != "error" { warnings.append("unknown -undefined TREATMENT '\(word)', defaulting to 'error'") }
        }
    }

    static let versionFlags: [String: ObjectPlatform] = [
        "-macos_version_min": .macOS, "-macosx_version_min": .macOS, "-ios_version_min": .iOS,
        "-iphoneos_version_min": .iOS, "-ios_simulator_version_min": .iOSSimulator, "-tvos_version_min": .tvOS,
        "-tvos_simulator_version_min": .tvOSSimulator, "-watchos_version_min": .watchOS,
        "-watchos_simulator_version_min": .watchOSSimulator, "-bridgeos_version_min": .bridgeOS,
        "-driverkit_version_min": .driverKit, "-maccatalyst_version_min": .macCatalyst,
        "-iosmac_version_min": .macCatalyst, "-uikitformac_version_min": .macCatalyst,
    ]

    private mutating func takeVersion(_ flag: String, _ operand: String) throws(ProbeError) {
        // A flag of `versionFlags` has no effect after `-platform_version` or another flag of `versionFlags`.
        guard let named = Self.versionFlags[flag], platform == nil else { return }
        platform = named
        minimumVersion = try Self.version(operand)
    }

    private static func version(_ word: String) throws(ProbeError) -> PackedVersion {
        guard let version = PackedVersion(word) else { throw .malformedVersion(word) }
        return version
    }

    private mutating func take(_ flag: String, _ operands: [String]) throws(ProbeError) {
        switch flag {
        case "-platform_version":
            guard let named = ObjectPlatform(word: operands[0]), named.word != nil else {
                throw .unknownPlatform(operands[0])
            }
            platform = named
            minimumVersion = try Self.version(operands[1])
            sdkVersion = try Self.version(operands[2])
        case "-alias": aliases.append((operands[0], operands[1]))
        default: return
        }
    }
}

extension String {
    /// Returns the text after a prefix; nil without the prefix or when nothing follows.
    fileprivate func after(_ prefix: String) -> String? {
        guard hasPrefix(prefix), utf8.count > prefix.utf8.count else { return nil }
        return String(dropFirst(prefix.count))
    }
}
