import ArgumentParser

/// A value that users write as one of a few words.
///
/// The parser's own forms of these two properties use a key path and string interpolation, which take more time than
/// the rest of an option at each start of the program.
protocol KeywordArgument: ExpressibleByArgument, CaseIterable, RawRepresentable<String> {}

extension KeywordArgument {
    public static var allValueStrings: [String] { allCases.map { $0.rawValue } }

    public var defaultValueDescription: String { rawValue }
}
