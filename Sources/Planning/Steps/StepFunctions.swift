/// Shell functions for scripts that consist of steps. They report which step failed or installed forbidden files.
enum StepFunctions {
    /// The functions. `XBUILD_PERL` names Perl, which can read the jobserver's pipe without blocking; shells cannot.
    static let text: StaticString = """
        step=
        tokens=
        JOBS=1
        export JOBS

        # Reports the step that failed.
        finish() {
            status=$?
            give_jobs
            if [ "$status" != 0 ] && [ -n "$step" ]; then echo "error: the $step step failed" >&2; fi
        }
        trap finish EXIT

        # fail FAULT: reports a fault of the current step and ends the script.
        fail() {
            echo "error: the $step step $1" >&2
            step=
            exit 1
        }

        # begin STEP: starts a step in the build folder.
        begin() {
            step=$1
            cd "$ROOT/build"
        }

        # take_jobs: takes all free jobs until give_jobs; JOBS counts them and the step's own.
        take_jobs() {
            if [ -z "${XBUILD_JOBSERVER:-}" ]; then
                JOBS=$(getconf _NPROCESSORS_ONLN)
                return
            fi
            program='sysopen F, shift, O_RDONLY | O_NONBLOCK or exit; print $t while sysread F, $t, 1'
            tokens=$("$XBUILD_PERL" -MFcntl -e "$program" "$XBUILD_JOBSERVER") || tokens=
            JOBS=$((${#tokens} + 1))
        }
        give_jobs() {
            [ -z "$tokens" ] || printf %s "$tokens" >&8
            tokens=
            JOBS=1
        }

        # place_root TEMPLATE FILE: copies a template, with $ROOT in place of @ROOT@.
        place_root() { sed "s,@ROOT@,$ROOT,g" "$1" >"$2"; }

        # place_lines FILE LINE…
        place_lines() {
            file=$1
            shift
            printf '%s\\n' "$@" >"$file"
        }

        # check_stage PREFIX: fails if files are installed outside the prefix, or contain a path of this build.
        check_stage() {
            cd "$ROOT"
            mkdir -p stage
            [ -n "$(find stage ! -type d)" ] || fail "installed nothing below \\`\\${DESTDIR}\\${PREFIX}\\`"
            outside=$(find stage ! -type d ! -path "stage$1/*" | sed 's/^stage//;q')
            [ -z "$outside" ] || fail "installed \\`$outside\\`, which is not below the prefix \\`$1\\`"
            leak=$(find stage -type f -exec grep -lF "$ROOT/" {} + | sed "s|^stage$1/||;q") || :
            [ -z "$leak" ] || fail "left a path of the build in \\`$leak\\`"
        }
        """
}
