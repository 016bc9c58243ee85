// libarchive converts names to the encoding of the locale. The process stays in the C locale, because its output must
// not depend on the user's settings; only this thread has another locale, and only while it reads a header.

import Foundation

/// A locale with UTF-8 encoding.
enum UnicodeLocale {
    private static let names: [String] = ["C.UTF-8", "UTF-8", "en_US.UTF-8"]

    /// Created once and never changed or freed, so it is safe in all threads.
    private nonisolated(unsafe) static let locale: locale_t? =
        names.lazy.compactMap { newlocale(LC_CTYPE_MASK, $0, nil) }.first

    /// Runs `body` in a UTF-8 locale, or in the current locale if the system has none; returns the result of `body`.
    static func with<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
        guard let locale else { return try body() }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return try body()
    }
}
