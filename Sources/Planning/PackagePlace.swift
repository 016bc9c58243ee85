/// A package, as an index in the packages of a request. Deferred texts of steps capture this value.
struct PackagePlace: Sendable {
    let packages: [PackageRequest]
    let index: Int

    var package: PackageRequest { packages[index] }
}
