import Actions
import Basics
import Targets

/// The headers of a target's sysroot, in which declarations are searched.
///
/// The search is by words, without a preprocessor: a function counts as declared if a header has its name before a
/// parenthesis. Apple's headers say in which version of a system a function became available.
struct SystemHeaders: Sendable {
    private let texts: [[UInt8]]
    /// The paths of the headers, as programs include them, or longer ones.
    private let paths: Set<String>
    private let target: Target
    private let minimum: OSVersion?

    /// Reads the headers in a folder; nil if the folder does not exist.
    init?(below path: RelativePath, of target: Target, minimum: OSVersion?, _ context: BuiltinContext) async throws {
        guard let files = try context.resolvedFiles(below: path) else { return nil }
        var texts: [[UInt8]] = []
        for digest in Set(files.values) { texts.append(try await context.read(digest)) }
        self.init(texts: texts, paths: Set(files.keys.map(\.string)), target: target, minimum: minimum)
    }

    init(texts: [[UInt8]], paths: Set<String> = [], target: Target, minimum: OSVersion?) {
        (self.texts, self.paths) = (texts, paths)
        self.target = target
        self.minimum = minimum
    }

    /// Whether there is a header of this path, in any folder.
    func has(_ header: String) -> Bool { paths.contains { $0 == header || $0.hasSuffix("/" + header) } }

    /// Whether a header declares the function for the minimum version of the system, and none says that the C library
    /// has only a stub of it, as glibc's `<gnu/stubs.h>` does.
    func declare(_ function: String) -> Bool {
        let stub = Array("__stub_\(function)\n".utf8)
        guard !texts.contains(where: { $0.contains(stub) }) else { return false }
        return texts.contains { text in
            Self.declarations(of: function, in: text).contains { isAvailable(String(decoding: $0, as: UTF8.self)) }
        }
    }

    // MARK: Declarations

    /// Returns the statements that have the name before a parenthesis.
    private static func declarations(of function: String, in text: [UInt8]) -> [ArraySlice<UInt8>] {
        let name = Array(function.utf8)
        var result: [ArraySlice<UInt8>] = []
        var start = text.startIndex
        while let range = text[start...].firstRange(of: name) {
            start = range.upperBound
            let before = range.lowerBound > 0 ? text[range.lowerBound - 1] : UInt8(ascii: " ")
            guard !isWord(before), let next = text[range.upperBound...].first(where: { $0 != UInt8(ascii: " ") }),
                next == UInt8(ascii: "(") || next == UInt8(ascii: ")")
            else { continue }
            result.append(statement(around: range, in: text))
        }
        return result
    }

    /// Returns the text between the ends of the statements before and after a range.
    private static func statement(around range: Range<Int>, in text: [UInt8]) -> ArraySlice<UInt8> {
        let ends = Set(";{}".utf8)
        let first = text[..<range.lowerBound].lastIndex(where: ends.contains) ?? text.startIndex
        let last = text[range.upperBound...].firstIndex(where: ends.contains) ?? text.endIndex
        return text[first..<last]
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    // MARK: Availability

    /// Whether a declaration is available in the minimum version. Declarations without a version always are.
    /// Source: Availability.h and AvailabilityInternal.h of Apple's SDKs.
    private func isAvailable(_ declaration: String) -> Bool {
        guard let names else { return true }
        for name in names.unavailable where declaration.contains(name) { return false }
        guard let minimum, let match = declaration.firstMatch(of: names.version),
            let version = OSVersion(String(match.output.1).replacing("_", with: "."))
        else { return true }
        return version <= minimum
    }

    private struct Names {
        var version: Regex<(Substring, Substring)>
        var unavailable: [String]
    }

    /// The names of the target's system in declarations; nil for systems without versions.
    private var names: Names? {
        switch target.platform {
        case .macOS:
            Names(
                version: /(?:macosx?\(|__OSX_AVAILABLE\(|__MAC_)([0-9][0-9._]*)/,
                unavailable: ["UNAVAILABLE(macos", "__OSX_UNAVAILABLE", "__MAC_NA"])
        case .iOS:
            Names(
                version: /(?:ios\(|__IOS_AVAILABLE\(|__IPHONE_)([0-9][0-9._]*)/,
                unavailable: ["UNAVAILABLE(ios", "__IOS_PROHIBITED", "__IOS_UNAVAILABLE", "__IPHONE_NA"])
        case .tvOS:
            Names(
                version: /(?:tvos\(|__TVOS_AVAILABLE\()([0-9][0-9._]*)/,
                unavailable: ["UNAVAILABLE(tvos", "__TVOS_PROHIBITED", "__TVOS_UNAVAILABLE", "__IPHONE_NA"])
        case .watchOS:
            Names(
                version: /(?:watchos\(|__WATCHOS_AVAILABLE\()([0-9][0-9._]*)/,
                unavailable: ["UNAVAILABLE(watchos", "__WATCHOS_PROHIBITED", "__WATCHOS_UNAVAILABLE", "__IPHONE_NA"])
        case .visionOS, .linux, .android, .windows, .wasi: nil
        }
    }
}
