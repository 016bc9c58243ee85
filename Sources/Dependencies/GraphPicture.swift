/// A graph to draw: boxes with labels, and arrows between them. This type does not depend on what they represent.
public struct GraphPicture: Hashable, Sendable {
    public private(set) var boxes: [Box] = []
    public private(set) var arrows: [Arrow] = []

    public struct Box: Hashable, Sendable {
        /// The text in the box, of one or several lines.
        public let label: String
        /// Whether the border is thick.
        public let isStrong: Bool
    }

    public struct Arrow: Hashable, Sendable {
        /// The indices of the boxes at the arrow's two ends.
        public let from: Int
        public let to: Int
    }

    public init() {}

    /// Adds a box and returns its index.
    public mutating func add(_ label: String, isStrong: Bool = false) -> Int {
        boxes.append(Box(label: label, isStrong: isStrong))
        return boxes.count - 1
    }

    public mutating func add(from: Int, to: Int) { arrows.append(Arrow(from: from, to: to)) }

    /// The graph in Graphviz's format. Source: the DOT language, graphviz.org/doc/info/lang.html.
    public var dot: String {
        var lines = ["digraph dependencies {", "  node [shape=box];"]
        for (index, box) in boxes.enumerated() {
            let label = box.label.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing(
                "\n", with: "\\n")
            lines.append("  n\(index) [label=\"\(label)\"\(box.isStrong ? ", style=bold" : "")];")
        }
        lines += arrows.map { "  n\($0.from) -> n\($0.to);" }
        return (lines + ["}", ""]).joined(separator: "\n")
    }

    /// The graph in the format of Mermaid, which Markdown viewers draw. Source: mermaid.js.org/syntax/flowchart.html.
    public var mermaid: String {
        var lines = ["flowchart TD"]
        for (index, box) in boxes.enumerated() {
            let label = box.label.replacing("#", with: "#35;").replacing("\"", with: "#quot;").replacing(
                "\n", with: "<br>")
            lines.append("  n\(index)[\"\(label)\"]\(box.isStrong ? ":::asked" : "")")
        }
        lines += arrows.map { "  n\($0.from) --> n\($0.to)" }
        if boxes.contains(where: \.isStrong) { lines.append("  classDef asked stroke-width:3px") }
        return (lines + [""]).joined(separator: "\n")
    }
}
