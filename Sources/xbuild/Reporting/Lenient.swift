/// An element of a file that is skipped if it cannot be read: another version of xbuild wrote it.
struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
