import Foundation
import Testing

/// Properties of the CI files that the linters of `scripts/lint-ci` do not check.
struct PipelineFileTests {
    private func text(_ path: String) throws -> String {
        try String(contentsOf: TestSpace.repository.appending(path: path), encoding: .utf8)
    }

    /// Splits a file at `words`; returns the parts, each named after the rest of its first line.
    private func parts(of path: String, beginning words: String) throws -> [(name: String, text: String)] {
        try text(path).components(separatedBy: words).dropFirst().map { part in
            (String(part.prefix { $0 != "\n" }), part)
        }
    }

    @Test func `the store is saved even when a recipe failed`() throws {
        let steps = try parts(of: "action.yml", beginning: "    - name: ")
        let run = try #require(steps.firstIndex { $0.name == "Run" })
        let rest = steps[(run + 1)...]
        #expect(rest.count == 2)
        for step in rest { #expect(step.text.contains(/if: (>-\s+)?always\(\) &&/), "\(step.name)") }
    }

    @Test func `the job that warms the whole cache runs even when a shard failed`() throws {
        let workflow = try text(".github/workflows/warm.yml")
        #expect(workflow.contains(/\n  whole:\n(    .*\n)*?    if: \$\{\{ !cancelled\(\) }}\n/))
        let template = try text("ci/gitlab.yml")
        #expect(template.contains(/\nxbuild-whole:\n(  .*\n)*?  rules:\n(    .*\n)*?      when: always\n/))
    }

    /// Runs the template's first commands in a project without xbuild's files. In place of xbuild's repository, they
    /// clone one whose scripts only print their arguments.
    @Test func `the GitLab template needs no files of the project that includes it`() async throws {
        let space = try TestSpace()
        for script in ["setup", "build", "xbuild"] {
            try space.write("#!/bin/sh\necho \"$0 $*\"\n", to: "origin/scripts/\(script)")
        }
        let git = "git -c user.name=me -c user.email=me@example.org"
        let lines = try text("ci/gitlab.yml").matches(of: /\n    - (?<line>(rm|git|\.xbuild|scripts)[\/ ].*)/).map(
            \.line)
        let script = """
            set -eu
            chmod 755 origin/scripts/*
            git init --quiet --initial-branch main origin
            (cd origin && git add . && \(git) commit --quiet --message all)
            export XBUILD_REPOSITORY="file://$PWD/origin" XBUILD_REF=main CI_NODE_INDEX=2 CI_NODE_TOTAL=5
            mkdir -p project/.xbuild/left && cd project
            \(lines.joined(separator: "\n"))
            """
        let output = try await space.run("sh", ["-c", script])
        #expect(output.status == 0, "\(output.err)")
        #expect(
            output.out.hasPrefix(
                """
                .xbuild/scripts/setup build recipes
                .xbuild/scripts/build\u{20}
                .xbuild/scripts/xbuild warm --shard 2/5 --budget 50m --junit warm.xml

                """), "\(output.out)")
    }
}
