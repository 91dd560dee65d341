# Runs the sandbox of one call in a mount namespace with the host's files. Its working folder is the call's spool folder.
# Arguments: the user to run as (empty for none), then the command line of the sandbox. /dev/shm is the stage: it makes
# what the sandbox mounts accessible even to a user who may not enter the data folder.
# Survives a TERM, like call.sh, so that it can hand back the program's results.
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
# Changes the owner of one user's files below a folder. Neither command follows links that another call could create
# meanwhile; the first one is much faster.
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
# A TERM ends only bwrap. Files in the sandbox may change until its first process is gone.
first=$(sed -n 's/.*"child-pid": *\([0-9]*\).*/\1/p' status)
while [ -n "$first" ] && kill -0 "$first" 2>/dev/null; do sleep 0.02; done
if [ -n "$user" ] && [ -e "$stage/wtree" ]; then
  give "$user" 0 "$stage/wtree"
fi
if [ -f logins ]; then
  while IFS= read -r login; do
    # find follows no links, which the program may have created to lead out of its home.
    find "$stage/home" -path "$stage/home/$login" -type f -size -1024k -exec cp {} "refreshed/$login" \;
  done <logins
fi
exit "$code"
