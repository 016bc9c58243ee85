/// How a library is built. One case a build system; each has its own settings.
public enum BuildSystem<Variable: Hashable & Sendable>: Hashable, Sendable {
    case autotools(Autotools<Variable>)
    case script(Script<Variable>)
    case cmake(CMake<Variable>)
    case meson(Meson<Variable>)

    public var name: BuildSystemName {
        switch self {
        case .autotools: .autotools
        case .script: .script
        case .cmake: .cmake
        case .meson: .meson
        }
    }
}

/// The words of `system:`.
public enum BuildSystemName: String, CaseIterable, Hashable, Sendable {
    case autotools
    case script
    case cmake
    case meson
}
