import Targets

/// Makes conditions of the C preprocessor that are true for certain targets only.
///
/// They use only macros that compilers define before any header is read: a dispatch header cannot include other
/// headers. clang's macros come from `clang -dM -E -target T` for every target; a test repeats this command. gcc does
/// not have `__is_target_os` and the like, and fails on them even after `defined(…) &&`. Conditions that need them test
/// a helper macro, which a separate `#if` defines.
enum TargetMacros {
    /// Returns a condition that is true for that architecture only.
    ///
    /// - Parameter msvc: whether to test the macros of Microsoft's compiler too.
    static func condition(_ architecture: Architecture, msvc: Bool) -> MacroCondition {
        switch architecture {
        case .armv7: MacroCondition("defined(__arm__) && !defined(__ARM_ARCH_7S__) && !defined(__ARM_ARCH_7K__)")
        case .armv7s: MacroCondition("defined(__ARM_ARCH_7S__)")
        case .armv7k: MacroCondition("defined(__ARM_ARCH_7K__)")
        case .arm64:
            msvc
                ? MacroCondition(
                    "(defined(__aarch64__) || defined(_M_ARM64)) && !defined(__arm64e__) && !defined(__ILP32__)")
                : MacroCondition("defined(__aarch64__) && !defined(__arm64e__) && !defined(__ILP32__)")
        case .arm64e: MacroCondition("defined(__arm64e__)")
        case .arm64_32: MacroCondition("defined(__aarch64__) && defined(__ILP32__)")
        case .i386:
            msvc ? MacroCondition("(defined(__i386__) || defined(_M_IX86))") : MacroCondition("defined(__i386__)")
        case .x86_64:
            msvc ? MacroCondition("(defined(__x86_64__) || defined(_M_X64))") : MacroCondition("defined(__x86_64__)")
        case .riscv64: MacroCondition("defined(__riscv) && __riscv_xlen == 64")
        case .ppc64le: MacroCondition("defined(__powerpc64__) && defined(__LITTLE_ENDIAN__)")
        case .s390x: MacroCondition("defined(__s390x__)")
        case .wasm32: MacroCondition("defined(__wasm32__)")
        }
    }

    /// Returns a condition that is true for every environment of that platform.
    static func condition(_ platform: Platform) -> MacroCondition {
        switch platform {
        case .macOS: MacroCondition("defined(__ENVIRONMENT_MAC_OS_X_VERSION_MIN_REQUIRED__)")
        case .iOS: MacroCondition("defined(__ENVIRONMENT_IPHONE_OS_VERSION_MIN_REQUIRED__)")
        case .tvOS: MacroCondition("defined(__ENVIRONMENT_TV_OS_VERSION_MIN_REQUIRED__)")
        case .watchOS: MacroCondition("defined(__ENVIRONMENT_WATCH_OS_VERSION_MIN_REQUIRED__)")
        case .visionOS: MacroCondition("defined(\(Helper.visionOS.rawValue))", [.visionOS])
        case .linux: MacroCondition("defined(__linux__) && !defined(__ANDROID__)")
        case .android: MacroCondition("defined(__ANDROID__)")
        case .windows: MacroCondition("defined(_WIN32)")
        case .wasi: MacroCondition("defined(__wasi__)")
        }
    }

    /// Returns a condition that is true for that platform in that environment only.
    static func condition(_ platform: Platform, _ environment: Environment) -> MacroCondition {
        let base = condition(platform)
        switch environment {
        case .device:
            return platform == .macOS ? base : base.without(platform == .iOS ? [.simulator, .catalyst] : [.simulator])
        case .simulator: return base.with(.simulator)
        case .macCatalyst: return base.with(.catalyst)
        case .gnu: return base.without([.musl])
        case .musl: return base.with(.musl)
        case .msvc: return MacroCondition(base.expression + " && !defined(__MINGW32__)")
        case .mingw: return MacroCondition(base.expression + " && defined(__MINGW32__)")
        case .bionic, .preview1: return base
        }
    }

    /// A helper macro for a test that needs more than an expression; `rawValue` is its name.
    enum Helper: String, CaseIterable, Comparable {
        case simulator = "XBUILD_TARGET_SIMULATOR"
        case catalyst = "XBUILD_TARGET_CATALYST"
        case visionOS = "XBUILD_TARGET_VISIONOS"
        case musl = "XBUILD_TARGET_MUSL"

        static func < (left: Helper, right: Helper) -> Bool { left.rawValue < right.rawValue }

        /// The lines that define the macro if the test is true.
        var definition: [String] {
            switch self {
            case .simulator: asked("environment", ["simulator"])
            case .catalyst: asked("environment", ["macabi"])
            case .visionOS: asked("os", ["xros"])
            // clang defines `__gnu_linux__` for musl too; gcc does not, and has no `__is_target_environment`.
            case .musl:
                asked("environment", ["musl", "musleabi", "musleabihf"]).dropLast() + [
                    "#elif defined(__linux__) && !defined(__gnu_linux__) && !defined(__ANDROID__)",
                    "#define \(rawValue) 1", "#endif",
                ]
            }
        }

        private func asked(_ question: String, _ words: [String]) -> [String] {
            let macro = "__is_target_\(question)"
            return [
                "#if defined(\(macro))", "#if " + words.map { "\(macro)(\($0))" }.joined(separator: " || "),
                "#define \(rawValue) 1", "#endif", "#endif",
            ]
        }
    }
}

/// An expression for `#if` and the helper macros that it needs.
struct MacroCondition: Hashable {
    var expression: String
    var helpers: Set<TargetMacros.Helper>

    init(_ expression: String, _ helpers: Set<TargetMacros.Helper> = []) {
        self.expression = expression
        self.helpers = helpers
    }

    func with(_ helper: TargetMacros.Helper) -> MacroCondition {
        MacroCondition("\(expression) && defined(\(helper.rawValue))", helpers.union([helper]))
    }

    func without(_ others: [TargetMacros.Helper]) -> MacroCondition {
        MacroCondition(others.reduce(expression) { "\($0) && !defined(\($1.rawValue))" }, helpers.union(others))
    }
}
