#!/bin/sh
# Makes the file of the built-in embedder from scratch: packages, texts, teacher, training. See README.md.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
work=${WORK_FOLDER:-${XDG_CACHE_HOME:-$HOME/.cache}/loci-embedder}
out=${1:-$work/static-minilm-256.bin}
python=${PYTHON:-python3}
text_packages='wordnet-base python3.11-doc r-cran-janeaustenr'

mkdir -p "$work/packages" "$work/texts"

"$python" -m venv "$work/venv"
# The list is complete; asking for dependencies would bring those that requirements.txt explains away.
"$work/venv/bin/python" -m pip install --quiet --no-deps --requirement "$here/requirements.txt"

# TEXTS_FOLDER: the packages are unpacked there already, on a system without apt.
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
