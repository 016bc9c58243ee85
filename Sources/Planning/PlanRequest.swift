import Basics
import Packages
import Recipes
import Targets
import Toolchains

/// The input of planning: packages for targets, with all facts about the machine that planning needs.
public struct PlanRequest: Sendable {
    /// The packages, dependencies before dependents.
    public var packages: [PackageRequest]
    public var tools: CarriedTools
    /// Digests of files of the machine, by path: the runtime libraries of toolchains, and the files beside recipes that
    /// builds use.
    public var digests: [String: Digest]
    /// Whether to run the libraries' own tests where their programs can run.
    public var runsTests = false
    /// The prefix of the symbols of delivered packages; nil for none.
    public var symbolNamespace: String?
    /// The Swift compiler that tests the import of modules; nil to skip this.
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
    /// The recipe's absolute folder on this machine: sources by `path:` are relative to it.
    public var folder: String
    public let choice: RecipeChoice
    /// `secp256k1@0.5.0`. It is in every step; all share its storage.
    let identity: PackageID
    /// At least one; no two have a target in common. In the order of `Target.all`, independent of the request's order,
    /// because the keys of steps that join targets contain the order.
    public let slices: [SliceRequest]
    /// The direct dependencies: their indices in the request.
    public var needs: [PackageName: Int]
    /// The targets to deliver; others are built for dependents.
    public var delivered: Set<Target>

    /// The packages to make; nil for the folder of files alone.
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
        self.slices = slices.sorted { $0.toolchain.target < $1.toolchain.target }
    }
}

/// The packages to make of a library.
public struct PackagingRequest: Hashable, Sendable {
    /// The formats; those that fit none of the targets are skipped.
    public var formats: [PackageFormat]
    public var style: LibraryStyle
    /// The addresses of the zips of a SwiftPM package; nil when the package contains its artifacts.
    public var addresses: PackageAddresses?
    /// Requested targets that are left out.
    public var missing: [Target]
    /// The identity that signs XCFrameworks, in codesign's spelling.
    public var signer: String?
    /// xbuild's own version, for the records.
    public var tool: String

    public init(
        formats: [PackageFormat], style: LibraryStyle = .library, addresses: PackageAddresses? = nil,
        missing: [Target] = [], signer: String? = nil, tool: String
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
/// It is immutable. It is a class because the steps of a plan share it: copies for forty thousand builds would take
/// longer to make, and most of the memory.
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

/// xbuild's own small programs, which are inputs of actions; they need no other file of this machine.
public struct CarriedTools: Hashable, Sendable {
    public var lipo: LocalFile
    public var probeLinker: LocalFile

    public init(lipo: LocalFile, probeLinker: LocalFile) {
        self.lipo = lipo
        self.probeLinker = probeLinker
    }
}
