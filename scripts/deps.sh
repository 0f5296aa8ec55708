#!/bin/bash
# Installs what is missing, and nothing else. Usage: scripts/deps.sh build|test|bench|interop …
#
# Each line below: what it is for | how it is found | Debian package | Homebrew formula.
# "lib:x" is found by pkg-config, "cmd:x" on the PATH (and in /usr/sbin), "file:x" by its path, "py:x,y" by one
# python3 that has all of them, "pg:x" on the PATH or where PostgreSQL's packages keep their own programs. "-" means that this system does not offer it; tests that want it say that they
# are skipped.
set -euo pipefail

needs='
build   | cmd:pkg-config   | pkg-config      | pkgconf
build   | lib:libnghttp2   | libnghttp2-dev  | libnghttp2
build   | lib:libssl       | libssl-dev      | openssl@3
build   | lib:libuv        | libuv1-dev      | libuv
build   | lib:yaml-0.1     | libyaml-dev     | libyaml
build   | lib:sqlite3      | libsqlite3-dev  | sqlite
build   | lib:libpq        | libpq-dev       | libpq
build   | lib:libmicrohttpd | libmicrohttpd-dev | libmicrohttpd
build   | lib:libcurl      | libcurl4-openssl-dev | curl
build   | lib:libnats      | libnats-dev     | cnats
build   | lib:libarchive   | libarchive-dev  | libarchive
test    | cmd:nginx        | nginx-light     | nginx
test    | cmd:nats-server  | nats-server     | nats-server
test    | cmd:nghttp       | nghttp2-client  | nghttp2
test    | cmd:nghttpd      | nghttp2-server  | nghttp2
test    | cmd:curl         | curl            | curl
test    | cmd:openssl      | openssl         | openssl@3
test    | cmd:python3      | python3         | python3
test    | cmd:sqlite3      | sqlite3         | sqlite
test    | pg:initdb        | postgresql      | postgresql
bench   | cmd:sqlite3      | sqlite3         | sqlite
bench   | pg:initdb        | postgresql      | postgresql
test    | py:jsonschema,yaml,jwt,cryptography | python3-jsonschema,python3-yaml,python3-jwt,python3-cryptography | -
test    | py:ensurepip     | python3-venv    | python3
test    | cmd:javac        | default-jdk-headless | openjdk
test    | file:/usr/share/java/junit-jupiter-api.jar | junit5 | -
test    | cmd:aapt         | aapt            | -
test    | file:/usr/share/android-framework-res/framework-res.apk | android-framework-res | -
test    | cmd:kotlinc      | kotlin          | kotlin
bench   | cmd:h2load       | nghttp2-client  | nghttp2
bench   | cmd:nghttpd      | nghttp2-server  | nghttp2
bench   | cmd:openssl      | openssl         | openssl@3
bench   | cmd:python3      | python3         | python3
interop | py:ensurepip     | python3-venv    | python3
'

say() { echo "deps: $*"; }
fail() {
  echo "deps: $*" >&2
  exit 2
}

[ $# -gt 0 ] || fail "say which list to install: build, test, bench, interop"
for list in "$@"; do
  case $list in build | test | bench | interop) ;; *) fail "there is no list called $list" ;; esac
done

PATH="$PATH:/usr/sbin:/sbin"
system=$(uname -s)
if [ "$system" = Darwin ] && command -v brew >/dev/null; then
  # openssl@3 is not linked into the prefix, so pkg-config has to be told.
  prefix=$(brew --prefix)
  # libarchive and libpq are keg-only too.
  export PKG_CONFIG_PATH="${PKG_CONFIG_PATH:-}:$prefix/opt/openssl@3/lib/pkgconfig:$prefix/opt/libarchive/lib/pkgconfig:$prefix/opt/libpq/lib/pkgconfig:$prefix/lib/pkgconfig"
fi

command -v swift >/dev/null || fail "Swift 6.2 or later is needed and not on the PATH.
Install it from https://www.swift.org/install (with swiftly, or Xcode 26 on a Mac), then run this again."
version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p' | head -1)
major=${version%%.*}
minor=${version##*.}
if [ -n "$version" ] && { [ "$major" -lt 6 ] || { [ "$major" -eq 6 ] && [ "$minor" -lt 2 ]; }; }; then
  fail "Swift 6.2 or later is needed; $(command -v swift) is $version"
fi

found() {
  case $1 in
    cmd:*) command -v "${1#cmd:}" >/dev/null ;;
    file:*) [ -f "${1#file:}" ] ;;
    pg:*)
      command -v "${1#pg:}" >/dev/null || compgen -G "/usr/lib/postgresql/*/bin/${1#pg:}" >/dev/null ||
        compgen -G "${prefix:-/usr/local}/opt/postgresql*/bin/${1#pg:}" >/dev/null
      ;;
    lib:*) command -v pkg-config >/dev/null && pkg-config --exists "${1#lib:}" ;;
    py:*)
      # The system's own python3 has what the packages bring, also where another one comes first.
      python3 -c "import ${1#py:}" 2>/dev/null || /usr/bin/python3 -c "import ${1#py:}" 2>/dev/null
      ;;
  esac
}

# The packages of what is missing now, each once, one a line.
missing() {
  local list probe apt brew
  while IFS='|' read -r list probe apt brew; do
    [ -n "$list" ] || continue
    case " $* " in *" $list "*) ;; *) continue ;; esac
    found "$probe" && continue
    if [ "$system" = Darwin ]; then echo "$brew"; else echo "$apt"; fi
  done < <(echo "$needs" | tr -d ' ') | tr ',' '\n' | grep -vx -- - | sort -u || true
}

packages=$(missing "$@")
if [ -z "$packages" ]; then
  say "nothing to install, all of it is here ($*)"
  exit 0
fi
line=$(echo "$packages" | tr '\n' ' ')
line=${line% }

if [ "$system" = Darwin ]; then
  command -v brew >/dev/null || fail "these are missing: $line
Homebrew installs them: see https://brew.sh, then run this again."
  say "installing with brew: $line"
  brew install --quiet $packages
elif command -v apt-get >/dev/null; then
  as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "these are missing: $line
Installing them needs root, and there is no sudo here. As root: apt-get install $line"
    as_root=(sudo)
  fi
  had_postgres=no
  found pg:initdb && had_postgres=yes
  had_nginx=no
  found cmd:nginx && had_nginx=yes
  say "installing with ${as_root[*]:+sudo }apt-get: $line"
  install_them() {
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install -y -qq -o=Dpkg::Use-Pty=0 --no-install-recommends $packages </dev/null
  }
  # The lists of a fresh image are empty or old: bring them up to date only where that is so.
  install_them || { say "refreshing the package lists"; "${as_root[@]}" apt-get update -qq && install_them; }
  if [ $had_nginx = no ] && found cmd:nginx && [ -d /run/systemd/system ]; then
    # The tests start their own; a web server nobody asked for should not keep port 80.
    say "stopping the nginx service that the package started (the tests start their own)"
    "${as_root[@]}" systemctl disable --now nginx || true
  fi
  if [ $had_postgres = no ] && found pg:initdb && [ -d /run/systemd/system ]; then
    say "stopping the postgresql service that the package started (the tests start their own)"
    "${as_root[@]}" systemctl disable --now postgresql || true
  fi
else
  fail "these are missing (Debian's names): $line
There is neither apt-get nor brew here: install them with this system's own package manager."
fi

packages=$(missing "$@")
[ -z "$packages" ] || fail "still missing after the installation: $(echo "$packages" | tr '\n' ' ')"
say "installed"
