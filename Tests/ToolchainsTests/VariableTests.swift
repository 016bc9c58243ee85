import Basics
import Targets
import Testing

@testable import Toolchains

@Suite struct VariableTests {
    private static func values(_ name: String, minimum: OSVersion?) throws -> VariableValues {
        var settings = ToolchainSettings()
        settings.hostTriple = Template(pieces: [.variable(.cpu), .text("-vendor")], mark: .init(line: 1, column: 1))
        let target = try Machines.named(name)
        var values = VariableValues(target: target, host: Machines.linux, minimum: minimum, settings)
        values.sysroot = Argument([.path("sysroot")])
        values.paths = ["gcc": "/usr/lib/gcc"]
        return values
    }

    private static func template(_ pieces: [Template.Piece]) -> Template {
        Template(pieces: pieces, mark: .init(line: 1, column: 1))
    }

    @Test(arguments: [
        (Variable.triple, "arm64-apple-ios12.0"), (.minimum, "12.0"), (.arch, "arm64"), (.cpu, "aarch64"),
        (.hostCPU, "x86_64"), (.hostTriple, "aarch64-vendor"), (.debianArch, "arm64"), (.path("gcc"), "/usr/lib/gcc"),
        (.tools, "/r/tools"), (.sysroot, "/r/sysroot"),
    ])
    func `a variable expands to its value for the target`(_ variable: Variable, _ text: String) throws {
        let values = try Self.values("ios-arm64", minimum: OSVersion(12))
        #expect(values.argument(Self.template([.variable(variable)])).resolved(root: "/r") == text)
    }

    @Test func `a path of the input root and the text after it become one path`() throws {
        let values = try Self.values("ios-arm64", minimum: OSVersion(12))
        let whole = Self.template([.text("-I"), .variable(.sysroot), .text("/usr/include")])
        #expect(values.argument(whole) == Argument([.text("-I"), .path("sysroot/usr/include")]))
        let other = Self.template([.variable(.sysroot), .text(":"), .variable(.path("gcc")), .text("/12")])
        #expect(values.argument(other) == Argument([.path("sysroot"), .text(":/usr/lib/gcc/12")]))
        let odd = Self.template([.variable(.sysroot), .text("/../x")])
        #expect(values.argument(odd) == Argument([.path("sysroot"), .text("/../x")]))
    }

    @Test func `plain text is nil for paths of the input root and variables without a value`() throws {
        let values = try Self.values("ios-arm64", minimum: nil)
        #expect(values.text(Self.template([.text("a"), .variable(.arch)])) == "aarm64")
        #expect(values.text(Self.template([.variable(.sysroot)])) == nil)
        #expect(values.text(Self.template([.variable(.minimum)])) == nil)
        #expect(values.text(Self.template([.variable(.environment("HOME"))])) == nil)
    }

    /// The columns: target, the architecture's name in dpkg, its name in GNU config.
    @Test(arguments: [
        ("linux-gnu-x86_64", "amd64", "x86_64"), ("linux-gnu-armv7", "armhf", "arm"),
        ("linux-gnu-i686", "i386", "i686"),
        ("linux-gnu-powerpc64le", "ppc64el", "powerpc64le"), ("linux-gnu-riscv64", "riscv64", "riscv64"),
        ("linux-gnu-s390x", "s390x", "s390x"), ("watchos-arm64_32", "arm64", "aarch64"),
        ("ios-simulator-i386", "i386", "i386"),
    ])
    func `architectures have their dpkg and GNU config names`(_ name: String, _ debian: String, _ gnu: String) throws {
        #expect(try Machines.named(name).debianArchitecture == debian)
        #expect(try Machines.named(name).gnuArchitecture == gnu)
    }
}
