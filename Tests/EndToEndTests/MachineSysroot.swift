/// The toolchain for Linux with the headers and libraries of Debian's packages in place of a glibc sysroot.
///
/// Tests of other subjects use it: their builds need no wheel, and three steps less.
enum MachineSysroot {
    /// Returns the shipped toolchain file with another sysroot.
    static func toolchain(_ shipped: String) throws -> String {
        let glibc = #/    sysroot:\n      glibc:\n(.*\n)+?        version: "2.31"\n/#
        let driver = #/      - "--target=\$\{triple\}"\n      - "--sysroot=\$\{sysroot\}"\n/#
        guard let end = shipped.firstRange(of: "  - native: true\n"), shipped.contains(glibc), shipped.contains(driver)
        else { throw ToolFault(message: "linux-gnu.yaml has another form") }
        return shipped[..<end.lowerBound].replacing(glibc, with: "").replacing(driver, with: "") + debian
    }

    private static let debian = #"""
          - native: true
            sysroot: system
            paths:
              gcc:
                try:
                  - /usr/lib/gcc/${host-triple}/14
                  - /usr/lib/gcc/${host-triple}/13
                  - /usr/lib/gcc/${host-triple}/12
                has: libgcc.a
                package: [libgcc-14-dev, libgcc-12-dev]
              headers: { try: "/usr/include/${host-triple}", package: libc6-dev }
              loader:
                try: ["/usr/lib/${host-triple}/ld-linux-${cpu}.so.1", "/usr/lib/${host-triple}/ld-linux-x86-64.so.2"]
                package: libc6-dev
              libraries: { try: "/usr/lib/${host-triple}", package: libc6-dev }
            driver: ["--target=${triple}", "--gcc-install-dir=${path.gcc}"]
            runtime:
              - ${path.libraries}/libc.so.6
              - ${path.libraries}/libm.so.6
              - ${path.libraries}/libgcc_s.so.1
              - ${path.loader}
              - ${path.libraries}/libc_nonshared.a
              - ${path.gcc}/libgcc.a
            identity:
              - ${path.libraries}/libc.so.6
              - ${path.libraries}/libc.a
              - ${path.headers}/bits/libc-header-start.h
              - ${path.gcc}/libgcc.a
            run: []

          # The linker must not get the sysroot: Debian's libc.so is a script that names its parts by absolute paths.
          - native: false
            sysroot:
              folder:
                { try: "/usr/${host-triple}", has: include/stdio.h, package: "libc6-dev-${debian-arch}-cross" }
            paths:
              gcc:
                try:
                  - /usr/lib/gcc-cross/${host-triple}/14
                  - /usr/lib/gcc-cross/${host-triple}/13
                  - /usr/lib/gcc-cross/${host-triple}/12
                has: libgcc.a
                package: ["libgcc-14-dev-${debian-arch}-cross", "libgcc-12-dev-${debian-arch}-cross"]
              loader:
                try: ["/usr/${host-triple}/lib/ld-linux-${cpu}.so.1", "/usr/${host-triple}/lib/ld-linux-x86-64.so.2"]
                package: "libc6-dev-${debian-arch}-cross"
            tools:
              emulator: { try: ["qemu-${cpu}", "qemu-${cpu}-static"], package: qemu-user, optional: true }
            driver:
              - "--target=${triple}"
              - "--sysroot=${sysroot}"
              - "--gcc-install-dir=${path.gcc}"
              - --start-no-unused-arguments
              - "-Wl,--sysroot=/"
              - --end-no-unused-arguments
            runtime:
              - ${sysroot}/lib/libc.so.6
              - ${sysroot}/lib/libm.so.6
              - ${sysroot}/lib/libgcc_s.so.1
              - ${path.loader}
              - ${sysroot}/lib/libc_nonshared.a
              - ${path.gcc}/libgcc.a
            identity:
              - ${sysroot}/lib/libc.so.6
              - ${sysroot}/lib/libc.a
              - ${sysroot}/include/stdio.h
              - ${path.gcc}/libgcc.a
            run: ["${tool.emulator}", -L, "${sysroot}"]

        """#
}
