/// The place of a package in its request. Steps keep it to compute their texts on demand.
struct PackagePlace: Sendable {
    let packages: [PackageRequest]
    let index: Int

    var package: PackageRequest { packages[index] }
}
