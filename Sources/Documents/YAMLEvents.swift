// libyaml is the module CYaml of the package Yams. Yams itself is not used: its parser stops at the first duplicate
// key and expands aliases.
import CYaml

/// An event of libyaml's parser, with only the data that `DocumentReader` needs.
enum YAMLEvent {
    /// The start or end of the stream, or the end of a document.
    case boundary
    case documentStart(Mark)
    case scalar(String, isPlain: Bool, Properties)
    case listStart(Properties)
    case listEnd
    case mappingStart(Properties)
    case mappingEnd
    case alias(Mark)

    /// The place of a node and the properties before its content (YAML 1.2, section 6.9).
    struct Properties {
        let mark: Mark
        let isAnchored: Bool
        let isTagged: Bool
    }
}

/// The sequence of events in a text, which can be read only once.
struct YAMLEvents: ~Copyable {
    /// The parser contains a pointer to itself and one to the text, so neither may move in memory.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let text: UnsafeMutableBufferPointer<UInt8>

    /// Nil when there is no memory for a parser.
    init?(_ bytes: [UInt8]) {
        parser = .allocate(capacity: 1)
        text = .allocate(capacity: bytes.count)
        guard yaml_parser_initialize(parser) == 1 else {
            parser.deallocate()
            text.deallocate()
            return nil
        }
        _ = text.initialize(from: bytes)
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        yaml_parser_set_input_string(parser, text.baseAddress, text.count)
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        text.deallocate()
    }

    /// Returns the next event; a boundary after the end of the stream.
    mutating func next() throws(YAMLSyntaxError) -> YAMLEvent {
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else { throw YAMLSyntaxError(parser.pointee) }
        defer { yaml_event_delete(&event) }
        let mark = Mark(event.start_mark)
        switch event.type {
        case YAML_DOCUMENT_START_EVENT: return .documentStart(mark)
        case YAML_ALIAS_EVENT: return .alias(mark)
        case YAML_SCALAR_EVENT: return Self.scalar(event, at: mark)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            return .listStart(.init(mark: mark, isAnchored: start.anchor != nil, isTagged: start.tag != nil))
        case YAML_SEQUENCE_END_EVENT: return .listEnd
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            return .mappingStart(.init(mark: mark, isAnchored: start.anchor != nil, isTagged: start.tag != nil))
        case YAML_MAPPING_END_EVENT: return .mappingEnd
        default: return .boundary
        }
    }

    private static func scalar(_ event: yaml_event_t, at mark: Mark) -> YAMLEvent {
        let scalar = event.data.scalar
        let text = String(decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
        let isPlain = scalar.style == YAML_PLAIN_SCALAR_STYLE || scalar.style == YAML_ANY_SCALAR_STYLE
        return .scalar(
            text, isPlain: isPlain, .init(mark: mark, isAnchored: scalar.anchor != nil, isTagged: scalar.tag != nil))
    }
}

extension Mark {
    /// libyaml counts lines and columns from 0.
    init(_ mark: yaml_mark_t) { self.init(line: Int(mark.line) + 1, column: Int(mark.column) + 1) }
}
