import Basics

/// An SPDX license expression: `MIT`, `Apache-2.0 OR MIT`, `GPL-2.0-or-later WITH Bison-exception-2.2`.
///
/// Grammar: SPDX specification 2.3, annex D.
public struct LicenseExpression: Hashable, Sendable {
    public let string: String

    /// What is wrong with a text, and where in it.
    struct Problem: Error, Hashable {
        /// In Unicode scalars from the text's beginning.
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

    /// Every unknown word of a text, and where its grammar breaks, if it does.
    struct Problems: Error, Hashable {
        var all: [Problem]
    }
}

extension LicenseExpression: CustomStringConvertible {
    public var description: String { string }
}
