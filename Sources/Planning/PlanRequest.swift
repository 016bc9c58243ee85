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
    /// The name and version: `secp256k1@0.5.0`. Every step of the package contains it and shares its storage.
    let identity: PackageID
    /// The slices: at least one, and no two have a target in common. They are in the order of `Target.all`, not of the
    /// user's request, because the keys of steps that combine targets depend on the order.
    public let slices: [SliceRequest]
    /// The direct dependencies, as indices of the request's packages.
    public var needs: [PackageName: Int]
    /// The targets to deliver; the package's other targets are built only for its dependents.
    public var delivered: Set<Target>

    /// The packages to make; nil to deliver only the folder of files.
    public var packaging: PackagingRequest?

    /// - Parameter delivered: the targets to deliver; nil for all targets.
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
    /// The formats; formats that support none of the targets are skipped.
    public var formats: [PackageFormat]
    public var style: LibraryStyle
    /// The addresses of the zips of a SwiftPM package; nil when the package contains its artifacts.
    public var addresses: PackageAddresses?
    /// The requested targets that the packages leave out.
    public var missing: [Target]
    /// The identity that signs XCFrameworks, as passed to `codesign --sign`; nil to leave them unsigned.
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

/// One configure run: for one target, or for several targets together (`slices: together`).
///
/// This is an immutable class, not a structure, so that the steps of a plan share the instance: in a plan of forty
/// thousand builds, copies would take more time and most of the memory.
public final class SliceRequest: Sendable {
    public let toolchain: ResolvedToolchain
    /// The recipe's settings for `toolchain.target`; all targets of the slice share them.
    public let settings: ResolvedRecipe
    /// The toolchain of the build machine's own target, for programs that run during the build; nil unless the recipe
    /// names `build-cc`.
    public let buildToolchain: ResolvedToolchain?

    public init(
        toolchain: ResolvedToolchain, settings: ResolvedRecipe, buildToolchain: ResolvedToolchain? = nil
    ) {
        self.toolchain = toolchain
        self.settings = settings
        self.buildToolchain = buildToolchain
    }

    public var targets: [Target] { toolchain.targets }
}

/// xbuild's own helper programs, which are inputs of actions. They depend on no other file of this machine.
public struct CarriedTools: Hashable, Sendable {
    public var lipo: LocalFile
    public var probeLinker: LocalFile

    public init(lipo: LocalFile, probeLinker: LocalFile) {
        self.lipo = lipo
        self.probeLinker = probeLinker
    }
}
