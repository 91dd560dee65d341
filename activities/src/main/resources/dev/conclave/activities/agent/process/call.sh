# Runs one agent call. Arguments: the call's spool folder, then the command line, which is never interpreted.
# It waits for a line on stdin before it starts anything: whoever started us has then noted who we are. Without that line
# he died before, and nothing is bought.
# It survives a TERM to the whole call, so that what the program starts meanwhile is still found below it. A command resets
# a trap that is not empty.
trap : TERM
# The worker ends a call that prints too much. While there is no worker, nothing that the call writes grows beyond 4 GiB.
ulimit -f 8388608
spool=$1
shift
IFS= read -r go || exit 125
"$@" <"$spool/prompt" >"$spool/stdout" 2>"$spool/stderr"
printf '%s\n' "$?" >"$spool/exit.part"
mv "$spool/exit.part" "$spool/exit"
