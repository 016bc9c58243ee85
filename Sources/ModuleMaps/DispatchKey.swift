import Targets

/// What a dispatch header asks about the compiler's target: its architecture, its system, or both.
///
/// The fewer questions the better: a header that differs between 32 and 64 bit of iOS then also serves the consumer who
/// compiles the same architectures for something that nobody built headers for.
struct DispatchKey: Hashable {
    var asksArchitecture: Bool
    var system: SystemQuestion

    /// How closely the system is asked for.
    enum SystemQuestion: Hashable {
        case nothing
        /// Apple's, or another platform.
        case family
        case platform
        case environment
    }

    /// From few questions to many; the last tells every target from every other.
    static let candidates: [DispatchKey] = [
        DispatchKey(asksArchitecture: true, system: .nothing),
        DispatchKey(asksArchitecture: false, system: .family),
        DispatchKey(asksArchitecture: false, system: .platform),
        DispatchKey(asksArchitecture: false, system: .environment),
        DispatchKey(asksArchitecture: true, system: .family),
        DispatchKey(asksArchitecture: true, system: .platform),
        DispatchKey(asksArchitecture: true, system: .environment),
    ]

    /// The answers for one target.
    struct Answer: Hashable {
        var architecture: Architecture?
        var system: System?
    }

    /// A set of systems that one condition can ask for.
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

    /// The first candidate under which every target's answer names one variant only.
    static func smallest<Variant: Equatable>(telling variants: [(target: Target, variant: Variant)]) -> DispatchKey {
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
    var condition: Condition {
        switch self {
        case .apple: Condition("defined(__APPLE__)")
        case .platform(let platform): TargetMacros.condition(platform)
        case .environment(let platform, let environment): TargetMacros.condition(platform, environment)
        }
    }

    /// The word for it in file names, the beginning of its targets' names.
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
