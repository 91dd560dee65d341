# Runs one agent call. Arguments: the call's spool folder, then the command line, which is never interpreted.
# Waits for a line on stdin before it starts anything: by then the worker has recorded this process. Without the line, the
# worker died before that, and no call is made. The line is the secret that seals the exit.
# Survives a TERM to the whole call, so that processes that the program starts meanwhile remain its descendants. Child
# commands reset a trap that is not empty.
trap : TERM
# The worker ends a call that prints too much. Without a worker, this limits every file of the call to 4 GiB.
ulimit -f 8388608
spool=$1
shift
IFS= read -r secret || exit 125
digest() { { sha256sum || shasum -a 256; } 2>/dev/null | { read -r sum rest && printf %s "$sum"; }; }
# The last two read what the program wrote, even if stdout is replaced in the folder.
exec 3>"$spool/stdout" 4>"$spool/stderr" 5<"$spool/stdout" 6<"$spool/stdout"
"$@" <"$spool/prompt" >&3 2>&4 3>&- 4>&- 5<&- 6<&-
code=$?
# The program's PATH may contain folders of the repository.
PATH=/usr/bin:/bin:/run/current-system/sw/bin
bytes=$(($(wc -c <&5)))
said="$code $bytes $(head -c "$bytes" <&6 | digest)"
printf '%s %s\n' "$said" "$(printf '%s %s\n' "$secret" "$said" | digest)" >"$spool/exit.part"
mv "$spool/exit.part" "$spool/exit"
