# Runs the sandbox of one call, in a mount namespace that has the host's files. Its working folder is the call's spool folder.
# Arguments: the user to become (empty for none), then the command line of the sandbox. /dev/shm is the stage: what the
# sandbox mounts is reached below it, also by a user who may not enter the data folder.
# It survives a TERM, as call.sh does, so that it can hand back what the program leaves.
trap : TERM
mask=$(umask)
umask 077
path=$PATH
PATH=/usr/bin:/bin
stage=/dev/shm
mkdir "$stage/home"
if [ -d home ]; then cp -R home/. "$stage/home/"; fi
cp prompt "$stage/prompt"
user=$1
shift
# Gives all that one user has below a folder to another one. Neither way follows a path that another call could lead
# elsewhere meanwhile; the first one is much faster.
give() { chown -hR --from="$1" "$2:$2" "$3" 2>/dev/null || find "$3" -user "$1" -execdir chown -h "$2:$2" {} +; }
if [ -n "$user" ]; then
  chown -hR "$user:$user" "$stage/home" "$stage/prompt" stdout stderr
  for writable in "$stage"/w*; do
    if [ -e "$writable" ]; then give 0 "$user" "$writable"; fi
  done
  set -- /usr/bin/setpriv --reuid "$user" --regid "$user" --clear-groups --no-new-privs -- "$@"
fi
if [ -f filter ]; then exec 5<filter; fi
umask "$mask"
PATH=$path "$@" 3<arguments 4>status </dev/null
code=$?
umask 077
# A TERM ends bwrap alone. Only when the first process in the sandbox is gone, nothing in there changes any more.
first=$(sed -n 's/.*"child-pid": *\([0-9]*\).*/\1/p' status)
while [ -n "$first" ] && kill -0 "$first" 2>/dev/null; do sleep 0.02; done
if [ -n "$user" ] && [ -e "$stage/wtree" ]; then
  give "$user" 0 "$stage/wtree"
fi
if [ -f logins ]; then
  while IFS= read -r login; do
    # find follows no link: what the program made of its home must not lead us out of it.
    find "$stage/home" -path "$stage/home/$login" -type f -size -1024k -exec cp {} "refreshed/$login" \;
  done <logins
fi
exit "$code"
