import Dependencies
import Foundation
import Testing

/// Pictures of dependency graphs.
@Suite struct PictureTests {
    private func picture() throws -> GraphPicture {
        GraphPicture([try Catalog(["app 1; : png, z", "png 1.6; : z", "z 1.3"]).graph(["app"])])
    }

    @Test func `a graph is drawn in DOT`() throws {
        #expect(
            try picture().dot == """
                digraph dependencies {
                  node [shape=box];
                  n0 [label="app 1", style=bold];
                  n1 [label="png 1.6"];
                  n2 [label="z 1.3"];
                  n0 -> n1;
                  n0 -> n2;
                  n1 -> n2;
                }

                """)
    }

    @Test func `a graph is drawn in Mermaid`() throws {
        #expect(
            try picture().mermaid == """
                flowchart TD
                  n0["app 1"]:::asked
                  n1["png 1.6"]
                  n2["z 1.3"]
                  n0 --> n1
                  n0 --> n2
                  n1 --> n2
                  classDef asked stroke-width:3px

                """)
    }

    @Test func `special characters of the graph languages are escaped`() {
        var picture = GraphPicture()
        _ = picture.add("a \"b\" \\ #1\nc")
        #expect(picture.dot.contains(#"label="a \"b\" \\ #1\nc""#))
        #expect(picture.mermaid.contains(#"n0["a #quot;b#quot; \ #35;1<br>c"]"#))
    }
}
