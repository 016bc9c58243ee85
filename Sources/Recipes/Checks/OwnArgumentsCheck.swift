import Documents

/// Checks that no argument of `configure:` repeats one that xbuild passes to the build system. Scripts are not checked,
/// because xbuild passes no arguments to their programs.
struct OwnArgumentsCheck: RecipeCheck {
    func run(_ recipe: RecipeDocument, _ findings: inout Findings) {
        guard let system = recipe.build?.system.name else { return }
        let own = Self.names(system)
        for argument in recipe.arguments {
            guard case .text(let text) = argument.value.pieces.first else { continue }
            let name = String(text.prefix { $0 != "=" && $0 != ":" })
            if own.contains(name) {
                findings.error("`\(name)` is given by xbuild", at: argument.mark, hint: Self.hint(name))
            } else if system == .autotools, text.contains("="), let hint = RecipeLanguage.ownVariables[name] {
                findings.error("`\(name)` is set by xbuild", at: argument.mark, hint: hint)
            }
        }
    }

    private static func names(_ system: BuildSystemName) -> [String] {
        switch system {
        case .autotools: ["--host", "--build", "--target", "--prefix", "--srcdir", "--cache-file"]
        case .cmake:
            [
                "-G", "-S", "-B", "--toolchain", "--install-prefix", "-DCMAKE_TOOLCHAIN_FILE",
                "-DCMAKE_INSTALL_PREFIX", "-DCMAKE_SYSTEM_NAME", "-DCMAKE_C_COMPILER", "-DCMAKE_CXX_COMPILER",
                "-DCMAKE_C_FLAGS", "-DCMAKE_CXX_FLAGS", "-DCMAKE_SYSROOT", "-DCMAKE_OSX_SYSROOT",
                "-DCMAKE_OSX_ARCHITECTURES", "-DCMAKE_OSX_DEPLOYMENT_TARGET",
            ]
        case .meson:
            [
                "--cross-file", "--native-file", "--prefix", "-Dprefix", "-Dc_args", "-Dcpp_args", "-Dc_link_args",
                "-Dcpp_link_args",
            ]
        case .script: []
        }
    }

    private static func hint(_ name: String) -> String? {
        switch name {
        case "-DCMAKE_C_FLAGS", "-DCMAKE_CXX_FLAGS", "-Dc_args", "-Dcpp_args": "write `cflags:`"
        case "-Dc_link_args", "-Dcpp_link_args": "write `ldflags:`"
        case "-DCMAKE_OSX_DEPLOYMENT_TARGET": "write `minimum:`"
        case "-DCMAKE_SYSROOT", "-DCMAKE_OSX_SYSROOT": "write `sysroot:`"
        default: nil
        }
    }
}
