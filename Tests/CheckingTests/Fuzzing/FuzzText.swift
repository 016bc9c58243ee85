/// The kinds of package files that have hand-written readers. Fuzzing damages such files.
///
/// The tests and `scripts/fuzz` share the sources in this folder, which depend on neither.
enum FuzzText: String, CaseIterable, Sendable {
    case xmlPlist = "plist-xml"
    case binaryPlist = "plist-binary"
    case pkgConfig = "pkg-config"
    case moduleMap = "module-map"
    /// The preprocessor's output for a library's headers.
    case headers

    /// A valid file.
    var sample: [UInt8] {
        switch self {
        case .xmlPlist: Array(Self.plist.utf8)
        case .binaryPlist: Self.binary
        case .pkgConfig: Array(Self.parameters.utf8)
        case .moduleMap: Array(Self.modules.utf8)
        case .headers: Array(Self.preprocessed.utf8)
        }
    }

    private static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><!-- All that there is. -->
        <key>AvailableLibraries</key><array><dict>
        <key>LibraryIdentifier</key><string>ios-arm64</string><key>LibraryPath</key><string>libz&#46;a</string>
        <key>SupportedArchitectures</key><array><string>arm64</string></array>
        <key>SupportedPlatform</key><string>ios</string></dict></array>
        <key>CFBundlePackageType</key><string><![CDATA[XFWK]]></string>
        <key>XCFrameworkFormatVersion</key><string>1.0</string><key>n</key><array><integer>-7</integer><real>1.5</real>
        <true/><false/><data>AAAA</data><date>2020-01-01T00:00:00Z</date></array></dict></plist>
        """

    /// `{"XFWK": [1, 2.5, true, "ä"]}`.
    private static let binary: [UInt8] =
        Array("bplist00".utf8) + [0xD1, 1, 2, 0x54, 0x58, 0x46, 0x57, 0x4B, 0xA4, 3, 4, 5, 6, 0x10, 1]
        + [0x23, 0x40, 4, 0, 0, 0, 0, 0, 0, 9, 0x61, 0, 0xE4]
        + [8, 11, 16, 21, 23, 32, 33, 0, 0, 0, 0, 0, 0, 1, 1] + [0, 0, 0, 0, 0, 0, 0, 7]
        + [0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0, 0, 0, 0, 36]

    private static let parameters = """
        prefix=${pcfiledir}/../..
        libdir=${prefix}/lib
        # A comment.
        Name: z
        Version: 1.3.1
        Libs: -L${libdir} -lz ${undefined}
        Cflags: -I${prefix}/include
        Libs.private: -lm
        """

    private static let modules = """
        // A comment.
        framework module Z [system] { umbrella header "Z.h" requires cplusplus, !windows
          private textual header "a\\"b.h" { size 12 mtime 3 } exclude header "c.h" link framework "Security"
          config_macros [exhaustive] A, B explicit module sub { umbrella "folder" export * } use Y conflict Q, "no" }
        extern module E "e.modulemap"
        module A.B { header "z.h" }
        """

    private static let preprocessed = """
        # 1 "/usr/include/y.h" 1 3 4
        int y(void);
        # 3 "/z/z.h" 2
        #define Z_ONE 1
        #define Z_TWO(a, b) ((a) + "(" (b))
        #undef Z_ONE
        extern const char *z(int, void (*f)(char), ...) __attribute__((nonnull(1)));
        static inline int w(struct { int a; } *b) { return (*b).a; }
        typedef int z_t(void); struct s { int a; }; int v = 1;
        """
}
