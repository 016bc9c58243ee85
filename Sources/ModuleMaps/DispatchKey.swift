import Targets

/// The properties of the compiler's target that a dispatch header tests: its architecture, its system, or both.
///
/// A header with fewer tests works for more targets. If the variants differ only between 32-bit and 64-bit iOS, the
/// dispatch header tests the architecture alone. It then also works for these architectures on other systems.
struct DispatchKey: Hashable {
    var asksArchitecture: Bool
    var system: SystemQuestion

    /// The granularity of the test of the system.
    enum SystemQuestion: Hashable {
        case nothing
        /// All of Apple's platforms count as one system; each other platform is a different system.
        case family
        case platform
        case environment
    }

    /// The keys, those with the fewest tests first; the last key distinguishes all targets.
    static let candidates: [DispatchKey] = [
        DispatchKey(asksArchitecture: true, system: .nothing),
        DispatchKey(asksArchitecture: false, system: .family),
        DispatchKey(asksArchitecture: false, system: .platform),
        DispatchKey(asksArchitecture: false, system: .environment),
        DispatchKey(asksArchitecture: true, system: .family),
        DispatchKey(asksArchitecture: true, system: .platform),
        DispatchKey(asksArchitecture: true, system: .environment),
    ]

    /// The tested properties of one target.
    struct Answer: Hashable {
        var architecture: Architecture?
        var system: System?
    }

    /// A set of systems that one condition can test.
    enum System: Hashable {
        case apple
        case platform(Platform)
        case environment(Platform, Environment)
    }

    func answer(for target: Target) -> Answer {
        Answer(architecture: asksArchitecture ? target.architecture : nil, system: systemAnswer(for: target))
    }

    private func systemAnswer(for target: Target) -> System? {
        switch system {
        case .nothing: nil
        case .family: target.platform.isApple ? .apple : .platform(target.platform)
        case .platform: .platform(target.platform)
        case .environment: .environment(target.platform, target.environment)
        }
    }

    /// Returns the first candidate under which targets with equal answers have equal variants.
    static func smallest<Variant: Equatable>(
        distinguishing variants: [(target: Target, variant: Variant)]
    ) -> DispatchKey {
        let key = candidates.first { key in
            var seen: [Answer: Variant] = [:]
            return variants.allSatisfy { target, variant in
                let answer = key.answer(for: target)
                defer { seen[answer] = variant }
                return seen[answer].map { $0 == variant } ?? true
            }
        }
        return key ?? candidates[candidates.count - 1]
    }
}

extension DispatchKey.System {
    var condition: MacroCondition {
        switch self {
        case .apple: MacroCondition("defined(__APPLE__)")
        case .platform(let platform): TargetMacros.condition(platform)
        case .environment(let platform, let environment): TargetMacros.condition(platform, environment)
        }
    }

    /// The system's name in the names of header variants: `apple`, `ios-simulator`, `catalyst`.
    var word: String {
        switch self {
        case .apple: "apple"
        case .platform(let platform): platform.rawValue
        case .environment(let platform, let environment):
            switch environment {
            case .device, .bionic, .preview1: platform.rawValue
            case .simulator, .gnu, .musl, .msvc, .mingw: "\(platform.rawValue)-\(environment.rawValue)"
            case .macCatalyst: environment.rawValue
            }
        }
    }
}
