#!/usr/bin/env bash
# Faults at every system call of a write: an error, an interruption, or the end of the program. After each the file is the
# old one or the whole new one, and nothing else is left except by a kill, which leaves at most one hidden .part file.
#
#     fuzz/faults.sh [WYT]        needs strace; by hand, a few minutes
set -euo pipefail
wyt=$(realpath "${1:-target/debug/wyt}")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
commands=(
    "export wythoff --size 60 --format csv -o out"
    "export wythoff --first 900 --format npy -o out"
    "plot wythoff --below 30 -o out.svg"
    "prove wythoff --certificate out"
    "verify WYF-T9 --small --report out.html"
)
calls="openat write fsync rename unlink"
tried=0
failed=0
for command in "${commands[@]}"; do
    name=$(grep -oE 'out(\.[a-z]+)?$' <<< "$command")
    rm -rf ./* ./.[!.]*
    # shellcheck disable=SC2086
    "$wyt" $command > /dev/null
    cp "$name" ../whole.$$
    for call in $calls; do
        for fault in error=ENOSPC error=EIO error=EINTR signal=KILL; do
            for at in $(seq 1 40); do
                rm -rf ./* ./.[!.]*
                echo old > "$name"
                # Only calls on files here are meant; others do as they are told too, and nothing may come of it.
                code=0
                # shellcheck disable=SC2086
                timeout 60 strace -qq -f -e trace=$call -e inject=$call:$fault:when=$at -o ../trace.$$ \
                    "$wyt" $command --force --quiet > ../told.$$ 2>&1 || code=$?
                tried=$((tried + 1))
                left=$(ls -A | grep -vc "^$name$" || true)
                good=1
                if ! { cmp -s "$name" ../whole.$$ || [ "$(cat "$name")" = old ]; }; then
                    # A document says how long it took: it must be whole, not the same.
                    case $name in *.html) tail -c 20 "$name" | grep -q '</html>' || good=0 ;; *) good=0 ;; esac
                fi
                if [ $fault != signal=KILL ] && [ "$left" != 0 ]; then good=0; fi
                if [ "$left" -gt 1 ] || grep -q panicked ../told.$$; then good=0; fi
                if [ $good = 0 ]; then
                    failed=$((failed + 1))
                    echo "FAILED: $command, $call number $at, $fault: exit $code, left: $(ls -A | tr '\n' ' ')"
                    head -3 ../told.$$
                fi
                # Beyond the last such call there is nothing to inject.
                grep -q INJECTED ../trace.$$ || [ $fault = signal=KILL ] || break
                if [ $fault = signal=KILL ] && [ $code != 137 ]; then break; fi
            done
        done
    done
done
rm -f ../whole.$$ ../told.$$ ../trace.$$
echo "$tried faults, $failed not survived"
[ $failed = 0 ]
