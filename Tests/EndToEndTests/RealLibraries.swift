import Foundation

/// Archives of secp256k1 and of libsodium, which has a hundred objects, in four object formats.
///
/// clang compiles each file without a C library: `headers` has the declarations that the sources use.
enum RealLibraries {
    /// The targets that the sources are compiled for, one for each object format.
    static let triples = [
        "arm64-apple-ios12.0", "x86_64-unknown-linux-gnu", "x86_64-pc-windows-msvc", "wasm32-unknown-wasi",
    ]

    /// The folder with `libsodium-TRIPLE.a` and `libsecp256k1-TRIPLE.a`, made once for all tests.
    static let compiled = Task {
        try await SeedStore.isFetched.value
        try await SeedStore.isSodiumFetched.value
        let space = try TestSpace()
        try await unpack(sodium, named: "sodium", in: space)
        try await unpack(secp256k1, named: "secp", in: space)
        for (name, text) in headers { try space.write(text, to: "stub/\(name)") }
        let template = try space.read("sodium/src/libsodium/include/sodium/version.h.in")
        let version = template.replacing("@VERSION@", with: "1.0.18").replacing(/@[A-Z_]*_DEF@/, with: "")
            .replacing(/@[A-Z_]*@/, with: "1")
        try space.write(version, to: "sodium/src/libsodium/include/sodium/version.h")
        try space.write(script, to: "compile.sh")
        for triple in triples {
            let format = triple.contains("apple") ? "darwin" : triple.contains("windows") ? "coff" : "gnu"
            let output = try await space.run("sh", ["compile.sh", triple, format])
            guard output.status == 0 else { throw ToolFault(message: output.err) }
        }
        return space
    }

    /// A recipe that is used only to fetch libsodium's source, from a stable release of Debian.
    static let recipe = """
        name: sodium
        summary: a library of many objects
        license: ISC
        versions:
          1.0.18:
            sources:
              - debian:
                  package: libsodium
                  version: 1.0.18
                  file: libsodium_1.0.18.orig.tar.gz
                  suite: [bookworm, trixie]
                sha256: \(sodium)
        build:
          system: autotools
        targets: [linux-gnu-x86_64]
        products:
          libraries: [libsodium.a]
          headers: [sodium.h]
          module: sodium
        licenses: [LICENSE]

        """

    private static let sodium = "d59323c6b712a1519a5daf710b68f5e7fde57040845ffec53850911f10a5d4f4"
    private static let secp256k1 = "13b70138be52d7a23bdf0ea39ed79799a30eb855f2ed82c028357f6432cd536b"

    private static func unpack(_ digest: String, named name: String, in space: TestSpace) async throws {
        try FileManager.default.createDirectory(atPath: space.path(name), withIntermediateDirectories: true)
        let output = try await space.run(
            "tar", ["-xf", "\(SeedStore.mirror)/\(digest)", "-C", space.path(name), "--strip-components=1"])
        guard output.status == 0 else { throw ToolFault(message: output.err) }
    }

    /// Compiles both libraries. A file of libsodium that needs other headers, because it calls the operating system, is
    /// skipped.
    private static let script = """
        set -u
        flags="--target=$1 -ffreestanding -nostdlibinc -isystem stub -DNDEBUG -w -O1"
        mkdir -p "sodium-$1" "secp-$1"
        find sodium/src -name '*.c' | sort | xargs -P "$(nproc)" -I{} sh -c '
            name=$(echo "{}" | tr / _)
            clang $0 -Isodium/src/libsodium/include -Isodium/src/libsodium/include/sodium -DCONFIGURED=1 \\
                -c "{}" -o "sodium-$1/$name.o" 2>>"sodium-$1/log" || true' "$flags" "$1"
        for name in secp256k1 precomputed_ecmult precomputed_ecmult_gen; do
            clang $flags -Isecp/include -DECMULT_WINDOW_SIZE=15 -DECMULT_GEN_PREC_BITS=4 -DENABLE_MODULE_ECDH=1 \\
                -DENABLE_MODULE_RECOVERY=1 -DENABLE_MODULE_EXTRAKEYS=1 -DENABLE_MODULE_SCHNORRSIG=1 \\
                -c "secp/src/$name.c" -o "secp-$1/$name.o" || exit 1
        done
        llvm-ar-22 "--format=$2" rcsD "libsodium-$1.a" "sodium-$1"/*.o || exit 1
        llvm-ar-22 "--format=$2" rcsD "libsecp256k1-$1.a" "secp-$1"/*.o
        """

    private static let headers = [
        "string.h": """
        #include <stddef.h>
        void *memcpy(void *, const void *, size_t); void *memset(void *, int, size_t);
        void *memmove(void *, const void *, size_t); int memcmp(const void *, const void *, size_t);
        size_t strlen(const char *); char *strchr(const char *, int); char *strrchr(const char *, int);
        int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);

        """,
        "stdlib.h": """
        #include <stddef.h>
        void *malloc(size_t); void *calloc(size_t, size_t); void free(void *); void abort(void);

        """,
        "stdio.h": """
        #include <stddef.h>
        typedef struct FILE FILE; extern FILE *stderr; int fprintf(FILE *, const char *, ...);
        int printf(const char *, ...);

        """,
        "errno.h": """
        extern int errno;
        #define EINTR 4
        #define EIO 5
        #define EAGAIN 11
        #define ENOMEM 12
        #define EINVAL 22
        #define EFBIG 27
        #define ERANGE 34
        #define ENOSYS 38

        """,
        "assert.h": "#define assert(x) ((void)(x))\n", "sys/types.h": "#include <stddef.h>\n",
    ]
}
