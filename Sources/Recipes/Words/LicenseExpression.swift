import Basics

/// An SPDX license expression: `MIT`, `Apache-2.0 OR MIT`, `GPL-2.0-or-later WITH Bison-exception-2.2`.
///
/// Grammar: SPDX specification 2.3, annex D.
public struct LicenseExpression: Hashable, Sendable {
    public let string: String

    /// A fault in a text, and its place.
    struct Problem: Error, Hashable {
        /// The offset in Unicode scalars from the text's beginning.
        var offset: Int
        var length: Int
        var kind: Kind

        enum Kind: Hashable {
            case unknownLicense(String)
            case unknownException(String)
            case expectedLicense
            case expectedException
            case expectedOperator(String)
            case unclosed
        }
    }

    /// Every unknown word of a text, and its first syntax error, if any.
    struct Problems: Error, Hashable {
        var all: [Problem]
    }
}

extension LicenseExpression: CustomStringConvertible {
    public var description: String { string }
}
