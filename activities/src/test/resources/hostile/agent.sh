# A hostile agent: tries everything that sandbox and network must prevent, and prints "got WHAT" for each success.
# Run by bash. Variables: VICTIM lists the user's home and tree and Conclave's folder, each after a colon (a plain path
# would be made visible to the call), CANARY is a text it must not see in files or environments, WORKER a process, PORT a
# loopback port with a listener, ADDRESS an address of the host.
# TRIES=processes skips everything that would harm a host without a sandbox.
leave() { # processes that outlive the call, in sessions and environments of their own
  for child in 1 2; do (env -i setsid sh -c "(trap '' TERM HUP; sleep ${LEFT:-300}; :) &" &) >/dev/null 2>&1; done
}
if [ "${TRIES-}" = processes ]; then leave && sleep 1 && echo tried && exit; fi
IFS=: read -r _ USER_HOME USER_TREE DATA <<<"$VICTIM"
got() { echo "got $*"; }
reads() { grep -sqaF "$CANARY" "$2" && got "read $1"; }
writes() { (echo hostile >>"$2") 2>/dev/null && got "write $1"; }

# Outside files of the user, Conclave and the system. Files in the call's own home do not matter.
for file in "$USER_TREE/a.txt" "$USER_TREE/.git/hooks/post-checkout" "$USER_HOME/.ssh/id" "$USER_HOME/.bashrc"; do
  if [ -e "$file" ]; then reads "$file" "$file"; writes "$file" "$file"; fi
done
for file in /etc/hostile /usr/local/bin/hostile /var/spool/cron/hostile "$USER_TREE/hostile"; do
  writes "$file" "$file" && rm -f "$file"
done
for file in $(find "$DATA" -type f 2>/dev/null | head -n 500); do
  case $file in "$PWD"/*) continue ;; esac
  grep -sqaF "$CANARY" "$file" && got "read $file"
  writes "$file" "$file"
done
for name in call.json host-key temporal.db; do
  [ -z "$(find / -xdev -name $name -not -path '/proc/*' 2>/dev/null | head -n 1)" ] || got "see $name"
done
for file in /etc/shadow /etc/sudoers /root/.ssh/id_rsa /var/run/docker.sock /run/user/*/bus /run/dbus/system_bus_socket; do
  [ -r "$file" ] && [ -s "$file" -o -S "$file" ] && got "read $file"
done

# The worker and other calls: environments, arguments, signals, open files, the prompt.
for file in /proc/[0-9]*/environ /proc/[0-9]*/cmdline; do
  case $file in /proc/$$/* | /proc/self/*) continue ;; esac
  tr "\0" "\n" 2>/dev/null <"$file" | grep -v '^CANARY=' | grep -sqaF "$CANARY" && got "read $file"
done
kill -0 "$WORKER" 2>/dev/null && grep -qs java "/proc/$WORKER/cmdline" && got 'a signal to the worker'
for number in 3 4 5 6 7 8 9; do [ -e /proc/$$/fd/$number ] && got "an open file $number"; done
(echo hostile >/proc/$$/fd/0) 2>/dev/null && got 'write the prompt'
writes prompt /run/conclave/prompt

# Ways out: namespaces, mounts, kernel settings, other users.
unshare -Ur true 2>/dev/null && got 'a user namespace'
mount -t tmpfs none /mnt 2>/dev/null && got 'a mount' && umount /mnt
umount -l /etc/shadow 2>/dev/null && got 'an unmount'
nsenter -t 1 -m true 2>/dev/null && got 'another namespace'
chroot / true 2>/dev/null && got 'a chroot'
mknod /tmp/hostile-device c 1 1 2>/dev/null && got 'a device'
for file in /proc/sys/kernel/core_pattern /proc/sys/kernel/modprobe /sys/kernel/uevent_helper; do
  (cat $file >$file) 2>/dev/null && got "change $file"
done
sudo -n true 2>/dev/null && got sudo
[ "$(id -u)" = 0 ] && got root

# The network: this host, directly and through the proxy in many spellings, and private addresses.
reaches() { # HOST PORT
  (exec 3<>"/dev/tcp/$1/$2") 2>/dev/null && got "connect to $1:$2"
}
through() { # HOST PORT
  local at=${HTTPS_PROXY-} line
  [ -n "$at" ] || return
  at=${at#http://} at=${at%/}
  exec 3<>"/dev/tcp/${at%:*}/${at##*:}" || return
  printf 'CONNECT %s:%s HTTP/1.1\r\n\r\n' "$1" "$2" >&3
  read -r -t 20 line <&3
  case $line in 'HTTP/1.1 200'*) got "the proxy to $1:$2" ;; esac
  exec 3>&-
  exec 3<>"/dev/tcp/${at%:*}/${at##*:}" || return
  printf 'GET http://%s:%s/ HTTP/1.1\r\n\r\n' "$1" "$2" >&3
  read -r -t 20 line <&3
  case $line in 'HTTP/1.1 403'* | 'HTTP/1.1 502'* | 'HTTP/1.1 400'* | '') ;; *) got "the proxy's page of $1:$2" ;; esac
  exec 3>&-
}
for host in 127.0.0.1 localhost ::1 "$ADDRESS"; do [ -z "$host" ] || reaches "$host" "$PORT"; done
for host in 127.0.0.1 localhost localhost. 127.1 0x7f000001 2130706433 0 0.0.0.0 '[::1]' '[::]' '[::ffff:127.0.0.1]' \
  '[::127.0.0.1]' '[64:ff9b::7f00:1]' '[2002:7f00:1::]' "$ADDRESS"; do
  [ -z "$host" ] || through "$host" "$PORT" 2>/dev/null
done
for host in 169.254.169.254 10.0.0.1 192.168.0.1 172.16.0.1 100.64.0.1 '[fe80::1]' '[fd00::1]'; do through "$host" 80 2>/dev/null; done

# The user's login: a link in the home, which is copied back.
for file in .codex/auth.json .claude/.credentials.json .gemini/oauth_creds.json; do
  mkdir -p "$HOME/${file%/*}" && ln -sf /etc/passwd "$HOME/$file"
done 2>/dev/null

leave
ln -sf /etc hostile-link 2>/dev/null
cp /bin/sh hostile-shell 2>/dev/null && chmod 4755 hostile-shell 2>/dev/null
echo tried
