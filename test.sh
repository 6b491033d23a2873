#!/usr/bin/env bash
# Everything that is tested: formatting, lints, advisories, the workspace, the engine inside a page, the wheel for Python,
# the Coq development, the page in browsers.
# What is missing is installed by name from the ordinary registries, or named in one line.
set -euo pipefail
cd "$(dirname "$0")"

say() { printf '\n== %s\n' "$*"; }
missing() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}
# Installs Debian packages where that can be done without asking.
install() {
    local with=()
    [ "$(id -u)" = 0 ] || with=(sudo -n)
    command -v apt-get > /dev/null && "${with[@]}" apt-get update -qq && "${with[@]}" apt-get install -y -qq --no-install-recommends "$@"
}

say "formatting"
if cargo fmt --version > /dev/null 2>&1; then cargo fmt --all --check; else echo "skipped: rustfmt is not installed"; fi

say "lints"
if cargo clippy --version > /dev/null 2>&1; then
    cargo clippy --workspace --all-targets --quiet -- -D warnings
else
    echo "skipped: clippy is not installed"
fi

say "advisories" # licences are a test of the workspace
if ! cargo deny --version > /dev/null 2>&1; then
    echo "skipped: cargo-deny is not installed (cargo install cargo-deny)"
elif ! cargo deny fetch db > /dev/null 2>&1; then
    echo "skipped: the database of advisories cannot be fetched"
else
    cargo deny check --disable-fetch advisories
fi

say "the workspace"
cargo test --workspace --no-fail-fast
wyt=${CARGO_TARGET_DIR:-target}/debug/wyt

# One core checks theorems while the other compiles.
command -v coqc > /dev/null || install coq || missing "install coq 8.16 or later (Debian: apt-get install coq)"
checked=$(mktemp)
coq/check "$wyt" > "$checked" 2>&1 &
coq=$!
trap 'kill $coq 2> /dev/null || true' EXIT

say "the engine inside a page"
command -v node > /dev/null || install nodejs || missing "install node 18 or later"
crates/wasm/test

say "the wheel for Python"
command -v python3 > /dev/null || install python3 python3-venv || missing "install Python 3.10 or later"
python3 -c 'import sys; sys.exit(sys.version_info < (3, 10))' || missing "install Python 3.10 or later"
venv=target/python
[ -x $venv/bin/python ] || python3 -m venv $venv || { install python3-venv && python3 -m venv $venv; } || missing "install python3-venv"
# The wheel is built once, as `pip install` does for everybody.
CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target} $venv/bin/pip install --quiet --disable-pip-version-check './crates/python[cluster,test]'

say "the Coq development"
wait $coq && cat "$checked" || { cat "$checked"; exit 1; }
rm "$checked"

say "the wheel's tests"
# Tests, the examples in every docstring, the notebooks; mypy, pyright, the cluster and the kills are among the tests.
(cd crates/python && ../../$venv/bin/python -m pytest -q -c pyproject.toml --doctest-modules --nbmake tests notebooks --pyargs wythoff)

say "the page in real browsers"
WYT=$(cd "$(dirname "$wyt")" && pwd)/wyt crates/page/browser/run
