# Runs one agent call. Arguments: the call's spool folder, then the command line, which is never interpreted.
# It waits for a line on stdin before it starts anything: whoever started us has then noted who we are. Without that line
# he died before, and nothing is bought. The line is the secret that the exit is sealed with.
# It survives a TERM to the whole call, so that what the program starts meanwhile is still found below it. A command resets
# a trap that is not empty.
trap : TERM
# The worker ends a call that prints too much. While there is no worker, nothing that the call writes grows beyond 4 GiB.
ulimit -f 8388608
spool=$1
shift
IFS= read -r secret || exit 125
digest() { { sha256sum || shasum -a 256; } 2>/dev/null | { read -r sum rest && printf %s "$sum"; }; }
# The last two read what the program wrote, whatever file the folder calls stdout by then.
exec 3>"$spool/stdout" 4>"$spool/stderr" 5<"$spool/stdout" 6<"$spool/stdout"
"$@" <"$spool/prompt" >&3 2>&4 3>&- 4>&- 5<&- 6<&-
code=$?
# The program's PATH may lead into the repository.
PATH=/usr/bin:/bin:/run/current-system/sw/bin
bytes=$(($(wc -c <&5)))
said="$code $bytes $(head -c "$bytes" <&6 | digest)"
printf '%s %s\n' "$said" "$(printf '%s %s\n' "$secret" "$said" | digest)" >"$spool/exit.part"
mv "$spool/exit.part" "$spool/exit"
