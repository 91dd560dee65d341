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
if [ -n "$user" ]; then
  chown -hR "$user:$user" "$stage/home" "$stage/prompt" stdout stderr
  # In the folder that find is in: by its path, another call could have led us elsewhere meanwhile.
  for writable in "$stage"/w*; do
    if [ -e "$writable" ]; then find "$writable" -user 0 -execdir chown -h "$user:$user" {} +; fi
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
  find "$stage/wtree" -user "$user" -execdir chown -h 0:0 {} +
fi
if [ -f logins ]; then
  while IFS= read -r login; do
    # find follows no link: what the program made of its home must not lead us out of it.
    find "$stage/home" -path "$stage/home/$login" -type f -size -1024k -exec cp {} "refreshed/$login" \;
  done <logins
fi
exit "$code"
