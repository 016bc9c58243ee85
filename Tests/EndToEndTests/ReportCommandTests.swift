import Testing

extension EndToEnd {
    struct ReportCommandTests {
        @Test func `report writes a page and a trace of a run`() async throws {
            let space = try TestSpace()
            try await SmallLibrary().install(in: space)
            _ = try await space.xbuild("recipe", "tiny", "--events", "events.json")
            let output = try await space.xbuild("report", "events.json", "-o", "page.html", "--trace", "trace.json")
            #expect(output.status == 0 && output.out == "page.html\ntrace.json\n", "\(output.err)")
            #expect(try space.read("page.html").contains(#""target":"linux-gnu-x86_64""#))
            #expect(try space.read("page.html").contains(#""slices":[{"bytes":"#))
            try space.write("no events\n", to: "wrong.json")
            let wrong = try await space.xbuild("report", "wrong.json")
            #expect(wrong.status == 2)
            #expect(wrong.err.contains("line 1 of `wrong.json` is not an event"), "\(wrong.err)")
        }

        @Test func `an impossible event time is refused`() async throws {
            let space = try TestSpace()
            for seconds in ["1e300", "-1", "1e10"] {
                try space.write(
                    #"{"event":{"runStarted":{"jobs":1,"steps":1}},"seconds":\#(seconds)}"# + "\n{}\n", to: "events")
                let output = try await space.xbuild("report", "events", "--trace", "trace.json")
                #expect(
                    output.status == 2 && output.err.contains("line 1 of `events` is not an event"), "\(output.err)")
                #expect(!space.exists("trace.json"))
            }
        }
    }
}
