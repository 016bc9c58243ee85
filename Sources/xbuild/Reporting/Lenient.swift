/// An element of a file that another version of xbuild may have written; `value` is nil if it cannot be read.
struct Lenient<Value: Decodable>: Decodable {
    var value: Value?

    init(from decoder: any Decoder) { value = try? Value(from: decoder) }
}
