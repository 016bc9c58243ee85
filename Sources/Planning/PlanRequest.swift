import Basics
import Recipes
import Targets
import Toolchains

/// What is to be planned: packages for targets, with everything that had to be looked up on the machine.
public struct PlanRequest: Sendable {
    /// Dependencies before dependents.
    public var packages: [PackageRequest]
    public var tools: CarriedTools
    /// Digests of files of the machine, by path: those that toolchains name as runtime libraries, and those that stand
    /// beside a recipe for its builds.
    public var digests: [String: Digest]
    /// Whether the libraries' own tests are to be run where their programs can run.
    public var runsTests = false
    /// What is put before the symbols of the packages that a person gets.
    public var symbolPrefix: String?
    /// Who is asked whether Swift can import the modules; nil for nobody.
    public var swift: ModuleRequest.SwiftCompiler?

    public init(packages: [PackageRequest], tools: CarriedTools, digests: [String: Digest] = [:]) {
        self.packages = packages
        self.tools = tools
        self.digests = digests
    }
}

/// One version of a library for some targets.
public struct PackageRequest: Sendable {
    public let recipe: Recipe
    /// The recipe's folder on this machine, absolute: sources by `path:` lie there.
    public var folder: String
    public let choice: RecipeChoice
    /// `secp256k1@0.5.0`. It stands in every step, which share its storage.
    let identity: PackageID
    /// At least one; no target stands in two of them. In the order of `Target.all`, whoever asked for what first: the
    /// order is in the keys of steps that join targets.
    public let slices: [SliceRequest]
    /// The packages that it needs itself: their places in the request.
    public var needs: [PackageName: Int]
    /// The targets for which a person gets it; the others are built for dependents.
    public var delivered: Set<Target>

    /// What it is packaged as; nil for the folder of files alone.
    public var packaging: PackagingRequest?

    /// - Parameter delivered: nil for all.
    public init(
        recipe: Recipe, folder: String, choice: RecipeChoice, slices: [SliceRequest], needs: [PackageName: Int] = [:],
        delivered: Set<Target>? = nil
    ) {
        self.recipe = recipe
        self.folder = folder
        self.choice = choice
        identity = PackageID(recipe.name, choice.version.version)
        self.needs = needs
        self.delivered = delivered ?? Set(slices.flatMap(\.targets))
        let places = Dictionary(uniqueKeysWithValues: zip(Target.all, 0...))
        self.slices = slices.sorted { (places[$0.toolchain.target] ?? 0) < (places[$1.toolchain.target] ?? 0) }
    }
}

/// What a library is to be packaged as.
public struct PackagingRequest: Hashable, Sendable {
    /// Formats that fit none of the targets are passed over.
    public var formats: [PackageFormat]
    public var style: LibraryStyle
    /// Where the zips of a SwiftPM package can be fetched; nil when it holds what it needs.
    public var addresses: PackageAddresses?
    /// Targets that are left out although they were asked for.
    public var missing: [Target]
    /// Who signs XCFrameworks, as codesign names them.
    public var signer: String?
    /// xbuild's own version, for the records.
    public var tool: String

    public init(
        formats: [PackageFormat], style: LibraryStyle = .library, addresses: PackageAddresses? = nil,
        missing: [Target] = [],
        signer: String? = nil, tool: String
    ) {
        self.formats = formats
        self.style = style
        self.addresses = addresses
        self.missing = missing
        self.signer = signer
        self.tool = tool
    }
}

/// One configure run: a target, or several that share it (`slices: together`).
///
/// Nothing of it ever changes. It is an object because the steps of a plan refer to it: with copies of it those of
/// forty thousand builds would take longer to make, and most of the memory.
public final class SliceRequest: Sendable {
    public let toolchain: ResolvedToolchain
    /// The recipe for `toolchain.target`; targets that share a run share it.
    public let settings: ResolvedRecipe

    public init(toolchain: ResolvedToolchain, settings: ResolvedRecipe) {
        self.toolchain = toolchain
        self.settings = settings
    }

    public var targets: [Target] { toolchain.targets }
}

/// xbuild's own small programs, which actions carry with them as inputs; they need nothing else of this machine.
public struct CarriedTools: Hashable, Sendable {
    public var lipo: LocalFile
    public var probeLinker: LocalFile

    public init(lipo: LocalFile, probeLinker: LocalFile) {
        self.lipo = lipo
        self.probeLinker = probeLinker
    }
}
