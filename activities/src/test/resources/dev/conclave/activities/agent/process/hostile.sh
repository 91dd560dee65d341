# Tries every escape that works without a sandbox and prints ESCAPED for each success. Errors are expected.
exec 2>/dev/null
escaped() { echo "ESCAPED: $*"; }
root=@ROOT@

# Foreign files: by path, through parent folders, and by searching everything readable.
for secret in data/snapshots/2/tree/b.txt home/.ssh/id data/host-key user/src/c.c data/spool/call/arguments; do
  cat "$root/$secret" && escaped "read $secret"
done
cat ../../*/tree/b.txt ../../../host-key && escaped 'read what lies beside the tree'
grep -rIlsF 'canary-' / --exclude-dir=proc --exclude-dir=sys --exclude-dir=usr && escaped 'found a canary'
cat /proc/[0-9]*/comm | grep -E 'java|bwrap|conclave' && escaped 'saw a process of the host'
cat /etc/shadow && escaped 'read shadow'
ls /etc/ssh/* /etc/sudoers.d/* && escaped 'read secrets of the system'
[ -e /run/docker.sock ] || [ -e /var/run/docker.sock ] || [ -n "$(ls -A /run | grep -v '^conclave$')" ] && escaped 'sees services in /run'

# Writes to the tree and the system; then to paths that exist only in the sandbox, which the test checks outside.
for file in a.txt new.txt /etc/passwd /usr/x /x /dev/x; do
  echo x >>"$file" && escaped "wrote $file"
done
mkdir -p "$root/user/.git/hooks" "$root/user/src" "$root/home/.ssh" "$root/data/snapshots/2/tree"
for file in ../x ../../2/tree/b.txt user/src/c.c user/.git/hooks/post-checkout home/.ssh/id data/host-key; do
  echo x >>"$file"
  echo x >>"$root/$file"
done
chmod 777 . && escaped 'changed the mode of the tree'
rm -f a.txt && escaped 'removed a file of the tree'

# Inherited channels.
for fd in 0 1 2; do
  path=$(readlink /proc/self/fd/$fd)
  case $path in
    "$root"*) rm "$path" && escaped "removed $path"; ln -sf /etc/passwd "$path" && escaped "replaced $path" ;;
  esac
done
echo x >/proc/self/fd/0 && escaped 'wrote the prompt'
for fd in /proc/self/fd/*; do
  case ${fd##*/} in
    0 | 1 | 2) ;;
    *) case $(readlink "$fd") in "$root"*) escaped "has $fd" ;; esac ;;
  esac
done

# Processes.
kill -9 @PID@ && escaped 'killed the worker'
[ "$(ls -d /proc/[0-9]* | wc -l)" -lt 12 ] || escaped 'sees processes of the host'
tr '\0' '\n' </proc/1/cmdline | grep -qx -e --ro-bind && escaped 'reads the arguments of bwrap'
(setsid sh -c 'sleep 300; : @CANARY@' >/dev/null &)
[ "$(ulimit -u)" = 512 ] || escaped 'may start more than 512 processes'
[ "$(ulimit -d)" = 8388608 ] || escaped 'may take more than 8 GiB'

# The kernel.
echo '|/bin/x' >/proc/sys/kernel/core_pattern && escaped 'wrote core_pattern'
echo 0 >/proc/sys/kernel/randomize_va_space && escaped 'wrote a kernel setting'
echo b >/proc/sysrq-trigger && escaped 'wrote sysrq'
mount -t tmpfs x /tmp && escaped mounted
mount -o remount,rw / && escaped remounted
umount /etc && escaped unmounted
unshare -U true && escaped 'made a user namespace'
mknod /tmp/disk b 254 0 && escaped 'made a device'
cp /bin/sh /tmp/sh && chmod 4755 /tmp/sh && [ "$(/tmp/sh -c 'id -u')" = "$(id -u)" ] || escaped 'changed its user by setuid'
[ "$(id -u)" != 0 ] || escaped 'is root'
su -c true </dev/null && escaped 'changed its user'

case $(uname -m) in
  x86_64) keyctl=250 ;;
  *) keyctl=219 ;;
esac
grep -q '^Seccomp:.2' /proc/self/status || escaped 'has the whole kernel'
perl -e 'exit(syscall(shift(@ARGV) + 0, 0, -3, 0) < 0)' "$keyctl" && escaped 'has the keyring of the user'
perl -e 'my $p = "\0" x 120; exit(syscall(425, 4, $p) < 0)' && escaped 'made an io_uring'
perl -e 'exit(!socket(my $s, 40, 1, 0))' && escaped 'made a socket to the host of the machine'

# The network.
exec 3<>/dev/tcp/127.0.0.1/@PORT@ && escaped 'connected to loopback'
exec 4<>/dev/tcp/169.254.169.254/80 && escaped 'connected to the metadata service'
[ "$(grep -c : /proc/net/dev)" = 1 ] || escaped 'sees the network of the host'

echo 'tried all'
