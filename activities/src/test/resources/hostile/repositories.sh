#!/bin/sh
# Makes hostile Git repositories and URLs, each named for its attack:
#
#   sh repositories.sh FOLDER
#
#   FOLDER/repositories/NAME   folders to be opened as a workspace
#   FOLDER/urls/NAME           files, each with one URL, to be opened as a workspace; no newline
#                              is added, and some URLs contain newlines
#   FOLDER/sources/NAME        the targets of file:// URLs
#   FOLDER/PWNED.NAME          must never appear: it proves that a repository's program ran
#   FOLDER/outside/SECRET      must never be read
#
# Needs a POSIX shell and Git 2.30 or newer. Root gets additional cases (other owners, devices).
# FOLDER is harmless: every program in it only creates its PWNED file.

set -eu
[ $# -eq 1 ] || { echo "usage: repositories.sh FOLDER" >&2; exit 2; }
mkdir -p "$1"
TOP=$(cd "$1" && pwd -P)
case $TOP in *[!A-Za-z0-9/._-]*) echo "the folder's path may hold only A-Z a-z 0-9 / . _ -" >&2; exit 2 ;; esac

GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=$TOP/gitconfig HOME=$TOP
GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@example.com GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@example.com
export GIT_CONFIG_NOSYSTEM GIT_CONFIG_GLOBAL HOME
export GIT_AUTHOR_NAME GIT_AUTHOR_EMAIL GIT_COMMITTER_NAME GIT_COMMITTER_EMAIL
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE || :
mkdir -p "$TOP/repositories" "$TOP/urls" "$TOP/sources" "$TOP/programs" "$TOP/outside"
printf '[init]\n\tdefaultBranch = main\n[gc]\n\tauto = 0\n' >"$TOP/gitconfig"
echo "canary-7f3a91" >"$TOP/outside/SECRET"
ROOT=no
[ "$(id -u)" -ne 0 ] || ROOT=yes

# program NAME: prints the path of a program that creates PWNED.NAME and fails
program() {
  printf '#!/bin/sh\n: >%s/PWNED.%s\nexit 1\n' "$TOP" "$1" >"$TOP/programs/$1"
  chmod +x "$TOP/programs/$1"
  echo "$TOP/programs/$1"
}

# repo NAME: creates and enters a repository of three commits with an uncommitted change, and
# sets P to a program of its name
repo() {
  P=$(program "$1")
  cp -R "$TOP/sources/plain" "$TOP/repositories/$1"
  cd "$TOP/repositories/$1"
}

git init -q "$TOP/sources/plain"
cd "$TOP/sources/plain"
mkdir -p src
printf 'int limit(int a) {\n  return a + 1;\n}\n' >src/limit.c
printf 'the limit of a request\nof many lines\nthat can be renamed\nand found again\n' >old.txt
git add -A && git commit -q -m "add the limit of a request"
git mv old.txt new.txt && echo more >>new.txt
git commit -q -a -m "rename the text about the limit"
echo "int other;" >src/other.c
git add -A && git commit -q -m "add another file"
echo "int changed;" >>src/limit.c
echo untracked >untracked.txt

conf() { git config "$@"; }

# touched: changes the time stamps of all files, so that Git compares their content
touched() { find . -path ./.git -prune -o -type f -exec touch -d '2001-01-01' {} + ; }

# promisor URL: turns the repository into a partial clone of URL with a missing tree in HEAD
promisor() {
  conf core.repositoryformatversion 1
  conf extensions.partialClone origin
  conf remote.origin.promisor true
  conf remote.origin.url "$1"
  lacking "${2-tree}"
}

lacking() {
  missing=1111111111111111111111111111111111111111
  case $1 in
    commit) echo $missing >.git/refs/heads/main ;;
    tree)
      printf 'tree %s\nparent %s\nauthor a <a@example.com> 1 +0000\ncommitter a <a@example.com> 1 +0000\n\nlacks its tree\n' \
        $missing "$(git rev-parse HEAD)" >.git/lacking
      git hash-object -t commit -w --literally .git/lacking >.git/refs/heads/main
      ;;
    blob)
      blob=$(git rev-parse HEAD~2:old.txt)
      rm -f ".git/objects/$(echo "$blob" | cut -c1-2)/$(echo "$blob" | cut -c3-)"
      ;;
  esac
}

# ---- a partial clone fetches missing objects as its settings say

repo promisor-uploadpack
promisor file:///nonexistent
conf remote.origin.uploadpack "$P; false"

repo promisor-uploadpack-commit
promisor file:///nonexistent commit
conf remote.origin.uploadpack "$P; false"

repo promisor-uploadpack-blob
promisor file:///nonexistent blob
conf remote.origin.uploadpack "$P; false"

repo promisor-uploadpack-index
git update-index --add --cacheinfo 100644,2222222222222222222222222222222222222222,lacking.txt
promisor file:///nonexistent
conf remote.origin.uploadpack "$P; false"

repo promisor-ext
promisor "ext::$P"
conf protocol.ext.allow always
conf protocol.allow always

repo promisor-ssh-command
promisor ssh://127.0.0.1/x
conf core.sshCommand "$P;"
conf ssh.variant simple

repo promisor-ssh-proxy-command
promisor "ssh://-oProxyCommand=$P/x"

repo promisor-git-proxy
promisor git://127.0.0.1:1/x
conf core.gitProxy "$P"

repo promisor-https-credential
promisor https://user@127.0.0.1:1/x
conf credential.helper "!$P"
conf core.askPass "$P"
conf http.proxy http://user@127.0.0.1:1/
conf http.proxyAuthMethod basic

repo promisor-instead-of
promisor https://example.invalid/x
conf "url.ext::$P .insteadOf" https://example.invalid/
conf protocol.ext.allow always

repo promisor-vcs
promisor x
conf remote.origin.vcs ext
conf remote.origin.url "$P"
conf protocol.ext.allow always

repo promisor-bundle-uri
promisor file:///nonexistent
conf fetch.bundleURI "file://$TOP/outside/SECRET"
conf remote.origin.uploadpack "$P; false"

repo promisor-second-remote
promisor https://127.0.0.1:1/x
conf remote.more.promisor true
conf remote.more.url file:///nonexistent
conf remote.more.uploadpack "$P; false"

repo promisor-path-url
promisor ./.git
conf remote.origin.uploadpack "$P; false"

repo promisor-file-helper
promisor "fd::17"
conf protocol.fd.allow always
conf remote.origin.uploadpack "$P; false"

# ---- file system monitor and hooks

repo fsmonitor
conf core.fsmonitor "$P"
git update-index --fsmonitor 2>/dev/null || :
rm -f "$TOP/PWNED.fsmonitor"
touched

repo fsmonitor-builtin
conf core.fsmonitor true
conf core.fsmonitorHookVersion 2
touched

repo hooks
for hook in applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit \
  prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-push \
  pre-receive update proc-receive post-receive post-update reference-transaction \
  push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman \
  post-index-change; do
  mkdir -p .git/hooks
  cp "$P" ".git/hooks/$hook"
done
touched

repo hooks-path
mkdir evil-hooks
for hook in post-index-change reference-transaction post-checkout pre-auto-gc; do cp "$P" evil-hooks/$hook; done
conf core.hooksPath "$PWD/evil-hooks"
touched

# ---- programs named by attributes

repo filter-clean-smudge
printf '* filter=evil\n' >.gitattributes
conf filter.evil.clean "$P"
conf filter.evil.smudge "$P"
conf filter.evil.required true
touched

repo filter-process
printf '* filter=evil\n' >.git/info/attributes
conf filter.evil.process "$P"
conf filter.evil.required true
touched

repo textconv
printf '* diff=evil\n' >.gitattributes
conf diff.evil.textconv "$P"
conf diff.evil.cachetextconv true
conf diff.evil.binary true
touched

repo external-diff
conf diff.external "$P"
touched

repo diff-driver-command
printf '* diff=evil\n' >.gitattributes
conf diff.evil.command "$P"
touched

repo merge-driver
printf '* merge=evil\n' >.gitattributes
conf merge.evil.driver "$P %O %A %B"
conf merge.tool evil
conf mergetool.evil.cmd "$P"
conf difftool.evil.cmd "$P"
conf diff.tool evil

repo global-attributes-file
printf '* filter=evil diff=evil\n' >evil-attributes
conf core.attributesFile "$PWD/evil-attributes"
conf filter.evil.clean "$P"
conf diff.evil.textconv "$P"
touched

# ---- programs started by commands

repo gpg
conf gpg.program "$P"
conf gpg.ssh.program "$P"
conf gpg.x509.program "$P"
conf gpg.ssh.defaultKeyCommand "$P"
conf log.showSignature true
conf commit.gpgSign true
printf 'tree %s\nparent %s\nauthor a <a@example.com> 1 +0000\ncommitter a <a@example.com> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ==\n -----END PGP SIGNATURE-----\n\nsigned\n' \
  "$(git rev-parse 'HEAD^{tree}')" "$(git rev-parse HEAD)" >.git/signed
git hash-object -t commit -w --literally .git/signed >.git/refs/heads/main

repo pager-and-editor
conf core.pager "$P"
for command in log ls-files rev-parse diff-index diff-files check-attr config; do conf pager.$command "$P"; done
conf core.editor "$P"
conf sequence.editor "$P"
conf interactive.diffFilter "$P"

repo aliases
for command in log ls-files rev-parse diff-index diff-files check-attr config merge-base fetch; do
  conf alias.$command "!$P"
done

repo trailers-and-mail
conf trailer.sign.key Signed-off-by
conf trailer.sign.command "$P"
conf trailer.sign.cmd "$P"
conf trailer.sign.ifmissing add
conf format.pretty '%(trailers)'
conf log.mailmap true
conf sendemail.smtpServer "$P"
conf sendemail.toCmd "$P"

repo remote-programs
conf remote.origin.url file:///nonexistent
conf remote.origin.uploadpack "$P"
conf remote.origin.receivepack "$P"
conf uploadpack.packObjectsHook "$P"
conf uploadArchive.allowUnreachable true
conf tar.tar.gz.command "$P"
conf core.alternateRefsCommand "$P"
conf core.gitProxy "$P"
conf core.sshCommand "$P"
conf credential.helper "!$P"
conf core.askPass "$P"
conf imap.tunnel "$P"
conf guitool.evil.cmd "$P"
conf browser.evil.cmd "$P"
conf man.evil.cmd "$P"
conf instaweb.httpd "$P"

repo maintenance
conf gc.auto 1
conf gc.autoDetach false
conf gc.recentObjectsHook "$P"
conf maintenance.auto true
cp "$P" .git/hooks/pre-auto-gc

# ---- settings from elsewhere

repo include
printf '[core]\n\tfsmonitor = %s\n\thooksPath = %s\n[diff]\n\texternal = %s\n' "$P" "$TOP/programs" "$P" >.git/more
conf include.path more
touched

repo include-if
printf '[core]\n\tfsmonitor = %s\n[log]\n\tshowSignature = true\n[gpg]\n\tprogram = %s\n' "$P" "$P" >.git/more
conf includeIf."gitdir:**".path more
conf includeIf."onbranch:main".path more
conf remote.origin.url https://example.com/x
conf 'includeIf.hasconfig:remote.*.url:https://**.path' more
touched

repo include-endless
conf include.path ../loop
printf '[include]\n\tpath = loop\n' >loop

repo worktree-config
conf core.repositoryformatversion 1
conf extensions.worktreeConfig true
git config --worktree core.fsmonitor "$P"
git config --worktree core.hooksPath "$TOP/programs"
touched

repo gitdir-elsewhere
mv .git "$TOP/sources/gitdir-elsewhere"
printf 'gitdir: %s\n' "$TOP/sources/gitdir-elsewhere" >.git
git --git-dir "$TOP/sources/gitdir-elsewhere" config core.fsmonitor "$P"
git --git-dir "$TOP/sources/gitdir-elsewhere" config core.worktree "$PWD"
touched

repo linked-worktree
git worktree add -q --detach "$TOP/sources/linked-worktree"
conf core.fsmonitor "$P"
mv "$TOP/repositories/linked-worktree" "$TOP/sources/linked-main"
mv "$TOP/sources/linked-worktree" "$TOP/repositories/linked-worktree"
printf 'gitdir: %s\n' "$TOP/sources/linked-main/.git/worktrees/linked-worktree" >"$TOP/repositories/linked-worktree/.git"
printf '%s\n' "$TOP/repositories/linked-worktree/.git" >"$TOP/sources/linked-main/.git/worktrees/linked-worktree/gitdir"

# Each claims a private repository of the user.
repo git-pointer
mv .git "$TOP/sources/private"
printf 'gitdir: %s\n' "$TOP/sources/private" >.git

repo git-link
rm -rf .git
ln -s "$TOP/sources/private" .git

repo git-common
rm -rf .git
mkdir .git
cp "$TOP/sources/private/HEAD" .git/HEAD
printf '%s\n' "$TOP/sources/private" >.git/commondir

repo git-refs-link
rm -rf .git/refs .git/packed-refs
ln -s "$TOP/sources/private/refs" .git/refs
printf '%s\n' "$TOP/sources/private/objects" >.git/objects/info/alternates

repo embedded-bare
mkdir objects refs
echo keep >objects/keep && echo keep >refs/keep
printf 'ref: refs/heads/main\n' >HEAD
printf '[core]\n\tbare = false\n\tworktree = .\n\tfsmonitor = %s\n' "$P" >config
git add -A && git commit -q -m "a repository by accident"

repo large-gitignore
yes 'some/pattern/*/of/many' | head -n 50000 >.gitignore

repo commondir-elsewhere
cp -R .git "$TOP/sources/commondir-elsewhere"
git --git-dir "$TOP/sources/commondir-elsewhere" config core.fsmonitor "$P"
git --git-dir "$TOP/sources/commondir-elsewhere" config diff.external "$P"
printf '%s\n' "$TOP/sources/commondir-elsewhere" >.git/commondir
touched

repo core-worktree-elsewhere
conf core.worktree "$TOP/outside"
git update-index --add --cacheinfo "100644,$(git hash-object -w "$TOP/outside/SECRET"),SECRET" || :

repo alternates
mkdir -p "$TOP/sources/alternates"
git init -q --bare "$TOP/sources/alternates/more.git"
git --git-dir "$TOP/sources/alternates/more.git" config core.fsmonitor "$P"
printf '%s\n!%s\n|%s\n' "$TOP/sources/alternates/more.git/objects" "$P" "$P" >.git/objects/info/alternates
conf core.alternateRefsCommand "$P"
conf core.alternateRefsPrefixes "!$P"

# ---- repositories in repositories

repo submodule-settings
git init -q evil
(cd evil && echo x >x && git add x && git commit -q -m x)
git submodule --quiet add ./evil evil 2>/dev/null && git commit -q -m "add a submodule"
conf submodule.evil.update "!$P"
conf diff.submodule diff
git -C evil config core.fsmonitor "$P"
git -C evil config core.hooksPath "$TOP/programs"
echo y >>evil/x

repo submodule-update
printf '[submodule "evil"]\n\tpath = evil\n\turl = ext::%s\n\tupdate = !%s\n' "$P" "$P" >.gitmodules
conf submodule.evil.url "ext::$P"
conf submodule.evil.update "!$P"
conf submodule.recurse true
conf diff.submodule diff
conf status.submoduleSummary true
git init -q evil
(cd evil && echo x >x && git add x && git commit -q -m x)
git add -A . 2>/dev/null && git commit -q -m "add a submodule"
git -C evil config core.fsmonitor "$P"
git -C evil config core.hooksPath "$TOP/programs"
echo y >>evil/x

repo nested-repository
git init -q nested
(cd nested && echo x >x && git add x && git commit -q -m x && echo y >>x)
git -C nested config core.fsmonitor "$P"
printf '* filter=evil\n' >nested/.gitattributes
git -C nested config filter.evil.clean "$P"

repo nested-promisor
git init -q nested
cd nested
mkdir -p .git/refs/heads
echo x >x && git add x && git commit -q -m x
promisor file:///nonexistent
conf remote.origin.uploadpack "$P; false"

repo nested-bare
git init -q --bare nested
git --git-dir nested config core.fsmonitor "$P"
git --git-dir nested config core.bare false
git --git-dir nested config core.worktree "$TOP/outside"

# ---- refs, index and names

repo head-option
printf 'ref: refs/heads/--upload-pack=%s\n' "$P" >.git/HEAD

repo head-outside
printf 'ref: ../../../outside/SECRET\n' >.git/HEAD

repo head-loop
printf 'ref: HEAD\n' >.git/HEAD

repo head-garbage
printf '\000\001`%s`\n' "$P" >.git/HEAD

repo split-index
git update-index --split-index
conf core.splitIndex true
cp "$P" .git/hooks/post-index-change
touched

repo sparse-index
git sparse-checkout init --cone --sparse-index 2>/dev/null || git sparse-checkout init --cone
git sparse-checkout set src
conf core.fsmonitor "$P"

repo index-garbage
printf 'DIRC\000\000\000\002\377\377\377\377' >.git/index

repo index-with-git-folder
# `git update-index` refuses such a name, so it goes into a tree
blob=$(git hash-object -w "$P")
printf '100755 blob %s\tpost-index-change\n' "$blob" >.git/entries
hooks=$(git mktree <.git/entries)
printf '040000 tree %s\thooks\n' "$hooks" >.git/entries
dot=$(git mktree <.git/entries)
printf '040000 tree %s\t.GIT\n' "$dot" >.git/entries
commit=$(git commit-tree -p HEAD -m "a folder named .GIT" "$(git mktree <.git/entries)")
echo "$commit" >.git/refs/heads/main

repo replace-and-grafts
git replace HEAD HEAD~1 2>/dev/null || :
printf '%s %s\n' "$(git rev-parse HEAD)" 3333333333333333333333333333333333333333 >.git/info/grafts

repo names
for name in '--upload-pack=touch PWNED' '-c' '$(touch PWNED)' '`touch PWNED`' ';touch PWNED' '|touch PWNED' \
  'a
b' '"quoted"' ':(top)x' '!exclude' '#comment' 'con' 'a	tab'; do
  echo "$name" >"./$name"
done
git add -- . && git commit -q -m "--output=$TOP/PWNED.names
\$(touch $TOP/PWNED.names)"

repo unknown-extension
printf '[core]\n\trepositoryformatversion = 1\n\tfsmonitor = %s\n[extensions]\n\tsomethingNew = true\n' "$P" >>.git/config

repo damaged-config
printf '[core\n\tfsmonitor = %s\n' "$P" >>.git/config

# ---- another owner

if [ $ROOT = yes ]; then
  repo other-owner
  promisor file:///nonexistent
  conf remote.origin.uploadpack "$P; false"
  chown -R 65534 .

  repo other-owner-above
  promisor file:///nonexistent
  conf remote.origin.uploadpack "$P; false"
  mkdir mine && echo x >mine/x
  chown -R 65534 .
  chown -R 0 mine
  mv "$TOP/repositories/other-owner-above" "$TOP/sources/other-owner-above"
  ln -s "$TOP/sources/other-owner-above/mine" "$TOP/repositories/other-owner-above"
fi

# ---- special files

# special KIND PATH: creates a special file, replacing anything at PATH
special() {
  rm -rf "$2"
  case $1 in
    fifo) mkfifo "$2" ;;
    folder) mkdir "$2" ;;
    device) mknod "$2" c 1 5 ;;
    link) ln -s /dev/zero "$2" ;;
    socket)
      # created by Git, which keeps listening until ended
      mkdir -p -m 700 "$TOP/s"
      git credential-cache--daemon "$TOP/s/s" >"$TOP/s/out" 2>/dev/null &
      daemon=$!
      tries=0
      until [ -S "$TOP/s/s" ] || [ $tries -ge 100 ]; do
        tries=$((tries + 1))
        sleep 0.1
      done
      kill -9 $daemon
      mv "$TOP/s/s" "$2"
      ;;
  esac
}

KINDS="fifo folder socket link"
[ $ROOT = no ] || KINDS="$KINDS device"

n=0
for place in .git .git/HEAD .git/config .git/index .git/info/exclude .git/info/attributes .git/packed-refs \
  .gitignore .gitattributes .mailmap .conclave.yaml .workflow .workflow/project-tech.json \
  .workflow/project-guidelines.json .workflow/.multi-cli-plan; do
  name=$(echo "$place" | sed 's/^[.]//; s/[^A-Za-z]/-/g')
  for kind in $KINDS; do
    # every path as a named pipe, and some paths as each other kind
    n=$((n + 1))
    case $kind:$place in
      fifo:* | *:.gitignore | *:.git/HEAD | *:.conclave.yaml | *:.workflow/project-tech.json) ;;
      *) [ $((n % 4)) -eq 0 ] || continue ;;
    esac
    repo "special-$name-$kind"
    case $place in .workflow/*) mkdir -p .workflow ;; esac
    special "$kind" "$place"
  done
done

for place in src/.gitignore src/.gitattributes nested/.git/HEAD .git/refs/heads/main .git/commondir \
  .git/objects/info/alternates .git/shallow; do
  repo "special-deep-$(echo "$place" | sed 's/[^A-Za-z]/-/g')"
  case $place in nested/*) git init -q nested ;; esac
  special fifo "$place"
done

repo special-order-file
mkfifo order
conf diff.orderFile order
conf mailmap.file order
conf core.attributesFile order
conf core.excludesFile order

# ---- URLs

url() { printf '%s' "$2" >"$TOP/urls/$1"; P=$(program "$1"); }

url ext "ext::$TOP/programs/ext"
url ext-shell "ext::sh -c $TOP/programs/ext-shell%"
url ext-upper "EXT::$TOP/programs/ext-upper"
url fd "fd::17"
url helper "evil::https://example.invalid/x"
url upload-pack-option "--upload-pack=$TOP/programs/upload-pack-option"
url config-option "-c core.sshCommand=$TOP/programs/config-option"
url ssh-option "ssh://-oProxyCommand=$TOP/programs/ssh-option/x"
url ssh-user-option "ssh://-oProxyCommand=$TOP/programs/ssh-user-option@127.0.0.1/x"
url scp-option "-oProxyCommand=$TOP/programs/scp-option:x"
url scp-user-option "git@-oProxyCommand=$TOP/programs/scp-user-option:x"
url ssh-path-shell "ssh://127.0.0.1:1/\$($TOP/programs/ssh-path-shell)"
url newline "https://127.0.0.1:1/x
file://$TOP/sources/uploadpack.git"
url newline-option "file:///nonexistent
--upload-pack=$TOP/programs/newline-option"
url git-option "git://-x/x"
url https-closed "https://127.0.0.1:1/x.git"
url file-missing "file:///nonexistent/x.git"
url file-passwd "file:///etc/passwd"
url file-device "file:///dev/zero"
url ref-option "file://$TOP/sources/uploadpack.git#--upload-pack=$TOP/programs/ref-option"
url ref-refspec "file://$TOP/sources/uploadpack.git#+refs/*:refs/*"
url tilde "~/../$TOP/sources/uploadpack.git"
url plain-path "$TOP/sources/uploadpack.git"

# source NAME: a bare clone to be fetched by its file:// URL
source_of() {
  git clone -q --bare "$TOP/repositories/$1" "$TOP/sources/$2.git"
  url "file-$2" "file://$TOP/sources/$2.git"
  cd "$TOP/sources/$2.git"
}

source_of hooks uploadpack
conf uploadpack.packObjectsHook "$P"
conf core.fsmonitor "$P"
conf core.hooksPath "$TOP/programs"
conf core.alternateRefsCommand "$P"

git -C "$TOP/repositories/filter-clean-smudge" add -A 2>/dev/null || :
rm -f "$TOP/PWNED.filter-clean-smudge"
source_of hooks attributes
printf '* filter=evil diff=evil merge=evil export-subst working-tree-encoding=UTF-16\n' >a
printf '100644 blob %s\t.gitattributes\n100644 blob %s\ta\n' "$(git hash-object -w a)" "$(git hash-object -w a)" >entries
git commit-tree -m attributes "$(git mktree <entries)" >refs/heads/main

source_of hooks gitmodules
printf '[submodule "x"]\n\tpath = x\n\turl = ext::%s\n\tupdate = !%s\n' "$P" "$P" >a
printf '100644 blob %s\t.gitmodules\n160000 commit %s\tx\n' "$(git hash-object -w a)" "$(git rev-parse main)" >entries
git commit-tree -m submodule "$(git mktree <entries)" >refs/heads/main

source_of hooks git-folder
printf '100755 blob %s\tpost-checkout\n' "$(git hash-object -w "$P")" >entries
printf '040000 tree %s\thooks\n' "$(git mktree <entries)" >entries
printf '040000 tree %s\t.GIT\n' "$(git mktree <entries)" >entries
git commit-tree -m "a folder named .GIT" "$(git mktree <entries)" >refs/heads/main

source_of hooks link-out
printf '%s/outside' "$TOP" >a
printf '120000 blob %s\tlink\n100644 blob %s\tx\n' "$(git hash-object -w a)" "$(git hash-object -w a)" >entries
git commit-tree -m "a link" "$(git mktree <entries)" >refs/heads/main

# A few KiB that unpack to more than 16 GiB, or to 10^10 files.
source_of hooks bomb-large
blob=$(head -c 200000000 /dev/zero | git hash-object -w --stdin)
for file in $(seq 100); do printf '100644 blob %s\tf%s\n' "$blob" "$file"; done >entries
git commit-tree -m large "$(git mktree <entries)" >refs/heads/main

source_of hooks bomb-many
for file in 0 1 2 3 4 5 6 7 8 9; do printf '100644 blob %s\tf%s\n' "$(echo | git hash-object -w --stdin)" "$file"; done >entries
tree=$(git mktree <entries)
for level in 1 2 3 4 5 6 7 8 9; do
  for folder in 0 1 2 3 4 5 6 7 8 9; do printf '040000 tree %s\td%s\n' "$tree" "$folder"; done >entries
  tree=$(git mktree <entries)
done
git commit-tree -m many "$tree" >refs/heads/main

# The served repository is a partial clone, which fetches missing objects when it is fetched from.
source_of hooks promisor
conf core.repositoryformatversion 1
conf extensions.partialClone origin
conf remote.origin.promisor true
conf remote.origin.url file:///nonexistent
conf remote.origin.uploadpack "$P; false"
mv "$TOP/sources/promisor.git" "$TOP/sources/promisor-whole.git"
cp -R "$TOP/sources/promisor-whole.git" "$TOP/sources/promisor.git"
cd "$TOP/sources/promisor.git"
printf 'tree 1111111111111111111111111111111111111111\nauthor a <a@example.com> 1 +0000\ncommitter a <a@example.com> 1 +0000\n\nx\n' >lacking
git hash-object -t commit -w --literally lacking >refs/heads/main

if [ $ROOT = yes ]; then
  source_of hooks other-owner
  conf uploadpack.packObjectsHook "$P"
  chown -R 65534 .
fi

# Creating them may leave traces, which do not count.
rm -rf "$TOP/s"
rm -f "$TOP"/PWNED.*
