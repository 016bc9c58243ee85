import Documents

/// Settings with the places of their words.
struct SettingsBlock: Sendable {
    var configure: [Located<RecipeWord>]
    var cflags: [Located<RecipeWord>]
    var ldflags: [Located<RecipeWord>]
    var defines: [Located<Define>]
    var variables: [TableEntry<String, RecipeWord>]
    var sysroot: Sysroot?
    var bitcode: Bitcode?

    /// The settings without places.
    var settings: Settings {
        Settings(
            configure: configure.map(\.value), cflags: cflags.map(\.value), ldflags: ldflags.map(\.value),
            defines: defines.map(\.value),
            variables: Dictionary(variables.map { ($0.name.value, $0.value) }) { first, _ in first },
            sysroot: sysroot, bitcode: bitcode)
    }
}
