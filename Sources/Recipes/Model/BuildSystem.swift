/// The build system of a library. Each case contains the settings of that build system.
public enum BuildSystem<Variable: Hashable & Sendable>: Hashable, Sendable {
    case autotools(Autotools<Variable>)
    case script(Script<Variable>)
    case cmake(NinjaBuild<Variable>)
    case meson(NinjaBuild<Variable>)

    public var name: BuildSystemName {
        switch self {
        case .autotools: .autotools
        case .script: .script
        case .cmake: .cmake
        case .meson: .meson
        }
    }
}

/// The values of `system:`.
public enum BuildSystemName: String, CaseIterable, Hashable, Sendable {
    case autotools
    case script
    case cmake
    case meson
}
