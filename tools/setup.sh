# What ./carom and ./test share; they source it with `root` set to the project's folder. Messages go to standard error:
# standard output belongs to the program.
set -o pipefail

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
fail() { say "$@"; exit 1; }

# list_packages PURPOSE...: the packages of tools/packages that serve a purpose
list_packages() {
  local wanted=" $* " purpose package rest
  while read -r purpose package rest; do
    if [[ -n $purpose && $wanted == *" $purpose "* ]]; then echo "$package"; fi
  done < "$root/tools/packages"
}

# install_packages PURPOSE...: installs what is missing
install_packages() {
  local wanted installed missing package as_root=()
  mapfile -t wanted < <(list_packages "$@")
  if ! command -v dpkg-query > /dev/null; then
    say "this is not Debian; if the build fails, install what these packages hold: ${wanted[*]}"
    return
  fi
  installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "${wanted[@]}" 2> /dev/null)
  missing=()
  for package in "${wanted[@]}"; do
    [[ $'\n'$installed$'\n' == *$'\n'"installed $package"$'\n'* ]] || missing+=("$package")
  done
  ((${#missing[@]})) || return 0

  local command="apt-get install --no-install-recommends ${missing[*]}"
  if ((EUID != 0)); then
    command -v sudo > /dev/null || fail "packages are missing; as root, run: $command"
    as_root=(sudo)
    # Without a terminal nobody can type a password: fail rather than wait.
    if [[ -t 0 ]]; then say "sudo may ask for your password"; else as_root+=(-n); fi
  fi
  say "installing ${missing[*]}"
  local log
  log=$(mktemp)
  as_root+=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300)
  # Old lists of packages may still do, so that only the installation decides.
  "${as_root[@]}" update < /dev/null > "$log" 2>&1
  if ! "${as_root[@]}" install --no-install-recommends "${missing[@]}" < /dev/null >> "$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    fail "could not install them; try: $command"
  fi
  rm -f "$log"
}

# show_progress: reads ninja's lines; one line that counts on a terminal, every tenth part in a pipe
show_progress() {
  local line step total previous_total=0 shown=0 terminal=
  [[ -t 2 && -z ${CI:-} ]] && terminal=1
  while IFS= read -r line; do
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
    step=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    # A new configuration counts from the start again.
    if ((total != previous_total)); then shown=0 previous_total=$total; fi
    if [[ $terminal ]]; then
      printf '\r\033[K%s: building, %d of %d' "${0##*/}" "$step" "$total" >&2
    elif ((step * 10 / total > shown)); then
      shown=$((step * 10 / total))
      say "building, $step of $total"
    fi
  done
  if [[ $terminal && $step ]]; then printf '\r\033[K' >&2; fi
}

# lock_build FOLDER: one build at a time in a folder; the lock ends with the last process that holds it open
lock_build() {
  mkdir -p "$1" || fail "cannot write to $1"
  { exec 9> "$1/.lock"; } 2> /dev/null || fail "cannot write to $1"
  if ! flock -n 9; then
    say "waiting for another build to end"
    flock 9
  fi
  # A folder that was moved or copied knows another place: begin afresh.
  local home
  home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "$1/CMakeCache.txt" 2> /dev/null)
  if [[ $home && $home != "$root" ]]; then rm -rf "$1"/{CMakeCache.txt,CMakeFiles,build.ninja}; fi
}

# build PRESET FOLDER TARGET [CMAKE-OPTION...]: configures if need be, builds, and keeps what the compiler said
build() {
  local preset=$1 folder=$2 target=$3 log=$2/build.log
  shift 3
  if [[ ! -f $folder/build.ninja || $# -gt 0 ]]; then
    say "configuring the build in $folder"
    (cd "$root" && cmake --preset "$preset" "$@") > "$log" 2>&1 9>&- || {
      cat "$log" >&2
      fail "could not configure the build; the above is also in $log"
    }
  fi
  if ! NINJA_STATUS='[%f/%t] ' ninja -C "$folder" -j "$(nproc)" "$target" 2>&1 | tee "$log" | show_progress; then
    sed -n '/^FAILED:\|^ninja: error:/,$p' "$log" >&2
    fail "the build failed; the above is also in $log"
  fi
}
