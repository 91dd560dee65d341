package dev.conclave.activities.agent.process;

import dev.conclave.activities.document.AtomicFiles;
import dev.conclave.activities.document.Folders;
import dev.conclave.activities.document.Resources;
import dev.conclave.workflows.config.AgentConfiguration.Network;
import dev.conclave.workflows.config.Configuration.SandboxPolicy;
import dev.conclave.workflows.config.SearchPath;
import dev.conclave.workflows.model.SandboxLevel;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The sandbox for the programs of calls on this host. It uses two nested namespaces. The outer one
 * has the host's files and no network; it runs the forwarder to the proxy and stages what the inner
 * one mounts. The inner one is the sandbox.
 *
 * @param refusal why the level is not higher; empty at the highest level
 * @param bwrap the bubblewrap program; absent below {@link SandboxLevel#SANDBOXED}
 * @param namespace for calls without a sandbox
 */
public record Sandbox(
    SandboxLevel level, String refusal, @Nullable Path bwrap, PidNamespace namespace) {
  public static final String SWITCHED_OFF = "agents.sandbox is off";

  /** The refusal that {@link #INSTALL} resolves. */
  public static final String NOT_INSTALLED = "bubblewrap is not installed";

  public static final String INSTALL =
      "install bubblewrap 0.8 or newer, such as: apt-get install bubblewrap";

  /** Whether this process is root, so that calls run as another user. */
  public static final boolean ROOT = ProcessIdentity.isRoot();

  private static final String STAGE_SCRIPT = Resources.text(Sandbox.class, "stage.sh");

  /** Exists on every host, and is mounted privately in the namespaces of calls. */
  private static final String STAGE = "/dev/shm";

  private static final List<String> OUTER =
      words("--dev-bind / / --perms 0755 --size 1073741824 --tmpfs", STAGE);

  private static final List<String> INNER =
      words(
          "--unshare-user --disable-userns --unshare-pid --unshare-ipc --unshare-uts"
              + " --unshare-cgroup --new-session --as-pid-1");

  private static final List<String> AS_NOBODY = words("--uid 65534 --gid 65534");

  /** Read-only, since root could escape through /proc/sys/kernel/core_pattern. */
  private static final List<String> KERNEL =
      words(
          "--proc /proc --ro-bind /proc/sys /proc/sys --dev /dev"
              + " --size 67108864 --tmpfs /dev/shm --remount-ro /dev"
              + " --size 1073741824 --tmpfs /tmp --size 67108864 --tmpfs /run");

  private static final List<String> NOT_INSIDE =
      words("TMPDIR XDG_CONFIG_HOME XDG_DATA_HOME XDG_CACHE_HOME XDG_STATE_HOME XDG_RUNTIME_DIR");

  /** The first process; the trailing exit prevents the shell from replacing itself by exec. */
  private static final String FIRST =
      "/usr/bin/prlimit --nproc=512 --data=8589934592 --core=0 -- \"$@\" </run/conclave/prompt; exit $?";

  private static final List<Path> SYSTEM =
      Stream.of("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc")
          .map(Path::of)
          .toList();

  private static final List<String> SECRET =
      List.of("shadow shadow- gshadow gshadow- ssh ssl/private sudoers.d conclave".split(" "));

  /** The encoding in which the JVM passes file names to the system. */
  private static final Charset NAMES =
      Charset.forName(System.getProperty("sun.jnu.encoding", "UTF-8"));

  /** A user id that no system assigns; calls of a worker that runs as root use it. */
  private static final String USER = "60991";

  /** Each takes some of the length of a command line. */
  private static final int MOST_OPENED = 2_000;

  private static final Set<PosixFilePermission> FOR_OTHERS =
      PosixFilePermissions.fromString("------r-x");
  private static final int PROXY_PORT = 3128;
  private static final String PROXY = "http://127.0.0.1:" + PROXY_PORT;

  /** JVM options for a program in the sandbox to use the proxy. */
  public static final String JAVA_PROXY =
      "-Dhttp.proxyHost=127.0.0.1 -Dhttp.proxyPort=%1$d -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=%1$d"
          .formatted(PROXY_PORT);

  private static final Sandbox HOST = find();

  /**
   * A program and what it may access.
   *
   * @param environment complete environment
   * @param writes whether it may change its folder
   * @param home its home, filled from {@code home} in the call's folder
   * @param visible paths besides system folders and the program's folder, each with whether it is
   *     writable
   * @param links to visible paths
   * @param hidden a folder hidden except for visible paths in it
   * @param allow {@code host:port} of addresses that are not public, for {@link Network#API}
   */
  public record Program(
      List<String> argv,
      Map<String, String> environment,
      Path directory,
      boolean writes,
      Path home,
      SortedMap<Path, Boolean> visible,
      Map<Path, Path> links,
      Path hidden,
      Network network,
      List<String> allow) {}

  /** Returns the best sandbox that this host supports, probed once per JVM. */
  public static Sandbox ofHost() {
    return HOST;
  }

  /** Returns the best sandbox that the user's policy allows on this host. */
  public static Sandbox of(SandboxPolicy policy) {
    return policy == SandboxPolicy.OFF
        ? withoutBubblewrap(SWITCHED_OFF, PidNamespace.ofHost())
        : HOST;
  }

  /** Returns whether a path is visible in every sandbox. */
  public static boolean isSystem(Path path) {
    return SYSTEM.stream().anyMatch(path::startsWith);
  }

  /**
   * Returns the level of a call, lower with the host's network, which reaches services that trust
   * this machine.
   */
  public SandboxLevel level(Network network) {
    return level == SandboxLevel.SANDBOXED && network == Network.HOST
        ? SandboxLevel.CONTAINED
        : level;
  }

  /** Returns why a call is not sandboxed; empty if it is. */
  public Optional<String> whyLower(Network network) {
    String why = refusal.isEmpty() && network == Network.HOST ? "its network is host" : refusal;
    return Optional.of(why).filter(any -> !any.isEmpty());
  }

  /** Returns why a policy refuses a call at its level; empty if it allows the call. */
  public Optional<String> refuses(SandboxPolicy policy, Network network) {
    return whyLower(network)
        .filter(any -> policy == SandboxPolicy.REQUIRE)
        .map(why -> "agents.sandbox is require, but no sandbox is available: " + why);
  }

  /** Returns a program's home in the sandbox: the path of the user's home if possible. */
  public Optional<Path> home(Path user) {
    boolean taken = user.getNameCount() == 0 || isSystem(user);
    return Optional.ofNullable(bwrap).map(any -> taken ? Path.of("/home/conclave") : user);
  }

  static Sandbox withoutBubblewrap(String refusal, PidNamespace namespace) {
    return new Sandbox(
        namespace.refusal().isEmpty() ? SandboxLevel.CONTAINED : SandboxLevel.OPEN,
        namespace.refusal().isEmpty() ? refusal : refusal + "; " + namespace.refusal(),
        null,
        namespace);
  }

  /**
   * Returns the command line that runs a program, to be started in the call's folder, which holds
   * the prompt.
   *
   * @throws IOException when its arguments cannot be written to the folder
   */
  List<String> command(Path folder, Program program) throws IOException {
    return command(folder, program, ROOT);
  }

  List<String> command(Path folder, Program program, boolean root) throws IOException {
    if (root && !program.writes()) {
      openToOthers(program.directory());
    }
    String tool = Objects.requireNonNull(bwrap).toString();
    List<String> outer = new ArrayList<>(List.of(tool));
    outer.addAll(root ? List.of() : List.of("--unshare-user"));
    outer.addAll(program.network() == Network.HOST ? List.of() : List.of("--unshare-net"));
    outer.addAll(OUTER);
    List<String> inner = new ArrayList<>();
    SortedMap<Path, Boolean> mounts = mounts(program);
    Set<Path> hidden = hidden(program.hidden().toRealPath(), mounts.keySet());
    hidden.forEach(path -> mounts.put(path, false));
    for (Map.Entry<Path, Boolean> mount : mounts.entrySet()) {
      Path path = mount.getKey();
      boolean writable = mount.getValue();
      String bind = writable ? "--bind" : "--ro-bind";
      String name = path.equals(program.directory()) ? "tree" : "" + inner.size();
      String staged = STAGE + (writable ? "/w" : "/r") + name;
      if (hidden.contains(path)) {
        inner.addAll(words("--size 67108864 --tmpfs", path));
      } else {
        boolean opens = root && !writable && Files.isDirectory(path) && !isOpenToOthers(path);
        outer.addAll(opens ? opened(path, staged) : List.of(bind, path.toString(), staged));
        inner.addAll(List.of(bind, staged, path.toString()));
      }
    }
    outer.addAll(words("--chdir", folder, "--"));
    outer.addAll(program.network() == Network.API ? forwarder(program.allow()) : List.of());
    outer.addAll(List.of("/bin/sh", "-c", STAGE_SCRIPT, "conclave-stage", root ? USER : ""));
    outer.addAll(words(tool, "--args 3 --json-status-fd 4"));
    byte[] filter = KernelFilter.ofHost();
    if (filter.length > 0) {
      AtomicFiles.write(folder.resolve("filter"), filter);
      outer.addAll(words("--seccomp 5"));
    }
    outer.addAll(words("-- /bin/sh -c"));
    outer.addAll(List.of(FIRST, "conclave-first"));
    outer.addAll(program.argv());
    List<String> arguments = new ArrayList<>(INNER);
    arguments.addAll(root ? AS_NOBODY : List.of());
    arguments.addAll(system());
    arguments.addAll(KERNEL);
    arguments.addAll(words("--bind", STAGE + "/home", program.home()));
    arguments.addAll(inner);
    program.links().forEach((at, to) -> arguments.addAll(words("--symlink", to, at)));
    arguments.addAll(
        words("--ro-bind", STAGE + "/prompt", "/run/conclave/prompt", "--remount-ro /"));
    arguments.addAll(words("--chdir", program.directory(), "--setenv HOME", program.home()));
    arguments.addAll(variables(program.network()));
    String all = String.join("\0", arguments) + "\0";
    AtomicFiles.write(folder.resolve("arguments"), all.getBytes(NAMES));
    return program.network() == Network.API ? withProxy(program.allow(), outer) : outer;
  }

  /** Splits literals at spaces; a path is one word. */
  private static List<String> words(Object... parts) {
    return Stream.of(parts)
        .flatMap(
            part ->
                part instanceof String text && !text.startsWith("/")
                    ? Stream.of(text.split(" "))
                    : Stream.of(part.toString()))
        .toList();
  }

  /** Returns the mounts, sorted so that a folder comes before its content. */
  private static SortedMap<Path, Boolean> mounts(Program program) throws IOException {
    SortedMap<Path, Boolean> mounts = new TreeMap<>(program.visible());
    mounts.put(program.directory(), program.writes());
    Path names = Path.of("/etc/resolv.conf");
    if (program.network() == Network.HOST && Files.exists(names)) {
      mounts.putIfAbsent(names.toRealPath(), false);
    }
    return mounts;
  }

  /**
   * Returns the mounts of a folder that others may not enter, such as one made by {@code mktemp
   * -d}: an open folder with the same entries.
   */
  private static List<String> opened(Path folder, String staged) throws IOException {
    List<String> all = new ArrayList<>(words("--perms 0755 --dir", staged));
    try (Stream<Path> entries = Files.list(folder)) {
      for (Path entry : entries.limit(MOST_OPENED).toList()) {
        String to = staged + "/" + entry.getFileName();
        all.addAll(
            Files.isSymbolicLink(entry)
                ? List.of("--symlink", Files.readSymbolicLink(entry).toString(), to)
                : List.of("--ro-bind-try", entry.toString(), to));
      }
    }
    return all;
  }

  private static boolean isOpenToOthers(Path path) throws IOException {
    return Files.getPosixFilePermissions(path).containsAll(FOR_OTHERS);
  }

  /** Returns where a folder would be visible through any mount. */
  private static Set<Path> hidden(Path folder, Set<Path> mounts) throws IOException {
    Set<Path> hidden = new TreeSet<>();
    if (isSystem(folder)) {
      hidden.add(folder);
    }
    for (Path mount : mounts) {
      Path real = mount.toRealPath();
      if (folder.startsWith(real)) {
        hidden.add(mount.resolve(real.relativize(folder)));
      }
    }
    return hidden;
  }

  /** Returns the mounts of the system folders, with secret files masked. */
  private static List<String> system() throws IOException {
    List<String> all = new ArrayList<>();
    for (Path folder : SYSTEM) {
      if (Files.isSymbolicLink(folder)) {
        all.addAll(List.of("--symlink", Files.readSymbolicLink(folder) + "", folder.toString()));
      } else if (Files.exists(folder)) {
        all.addAll(words("--ro-bind", folder, folder));
      }
    }
    for (String secret : SECRET) {
      Path path = Path.of("/etc").resolve(secret);
      if (Files.isDirectory(path)) {
        all.addAll(words("--tmpfs", path));
      } else if (Files.exists(path)) {
        all.addAll(words("--ro-bind /dev/null", path));
      }
    }
    return all;
  }

  private static List<String> variables(Network network) {
    List<String> all = new ArrayList<>();
    NOT_INSIDE.forEach(name -> all.addAll(List.of("--unsetenv", name)));
    if (network != Network.HOST) {
      for (String name : List.of("http_proxy", "https_proxy", "no_proxy", "all_proxy")) {
        for (String each : List.of(name, name.toUpperCase(Locale.ROOT))) {
          boolean ours = network == Network.API && name.startsWith("http");
          all.addAll(ours ? List.of("--setenv", each, PROXY) : List.of("--unsetenv", each));
        }
      }
    }
    return all;
  }

  /**
   * Lets others read a snapshot that root's umask closed; its parent folder is still closed to
   * them.
   */
  private static void openToOthers(Path folder) throws IOException {
    if (!isOpenToOthers(folder)) {
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path path : all.filter(each -> !Files.isSymbolicLink(each)).toList()) {
          Set<PosixFilePermission> permissions = Files.getPosixFilePermissions(path);
          permissions.add(PosixFilePermission.OTHERS_READ);
          if (permissions.contains(PosixFilePermission.OWNER_EXECUTE)) {
            permissions.add(PosixFilePermission.OTHERS_EXECUTE);
          }
          Files.setPosixFilePermissions(path, permissions);
        }
      }
    }
  }

  private static List<String> forwarder(List<String> allow) {
    List<String> line = java("NetworkForwarder", "-Djava.net.preferIPv4Stack=true");
    line.addAll(List.of("--socket", "proxy.sock", "--port", "" + PROXY_PORT));
    allow.forEach(address -> line.addAll(List.of("--allow", address)));
    line.add("--");
    return line;
  }

  /** Runs the proxy outside the sandbox, next to the command, and ends with it. */
  private static List<String> withProxy(List<String> allow, List<String> command) {
    List<String> proxy = java("NetworkProxy");
    proxy.addAll(List.of("--socket", "proxy.sock", "--refused", CallFolder.REFUSED));
    allow.forEach(address -> proxy.addAll(List.of("--allow", address)));
    String line = proxy.stream().map(Words::shell).collect(Collectors.joining(" "));
    String script = line + " --parent $$ </dev/null >proxy.log 2>&1 & exec \"$@\"";
    List<String> all = new ArrayList<>(List.of("/bin/sh", "-c", script, "conclave-proxy"));
    all.addAll(command);
    return all;
  }

  private static List<String> java(String main, String... options) {
    try {
      Path classes =
          Path.of(Sandbox.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      List<String> line = new ArrayList<>();
      line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      line.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
      line.addAll(List.of(options));
      line.addAll(List.of("-cp", classes.toString()));
      line.add(Sandbox.class.getPackageName() + "." + main);
      return line;
    } catch (URISyntaxException e) {
      throw new IllegalStateException("the class path is not a file", e);
    }
  }

  private static Sandbox find() {
    if (!ProcessIdentity.onLinux()) {
      return withoutBubblewrap("sandboxes require Linux", PidNamespace.ofHost());
    }
    Path bwrap = SearchPath.of(System.getenv()).find("bwrap").orElse(null);
    Sandbox best =
        new Sandbox(SandboxLevel.SANDBOXED, "", bwrap, PidNamespace.none("the call has a sandbox"));
    String refusal = bwrap == null ? NOT_INSTALLED : best.problem();
    return refusal.isEmpty() ? best : withoutBubblewrap(refusal, PidNamespace.ofHost());
  }

  /** Returns why it does not work with the flags of a call; empty if it works. */
  private String problem() {
    try {
      Path folder = Files.createTempDirectory("conclave-probe-");
      try {
        Files.createFile(folder.resolve("prompt"));
        Files.createFile(folder.resolve("stdout"));
        Files.createFile(folder.resolve("stderr"));
        Path tree = Files.createDirectory(folder.resolve("tree"));
        String script = "test $$ -ne 1 && test -d . && test ! -e '" + folder + "/prompt'";
        Program program =
            new Program(
                List.of("/bin/sh", "-c", script),
                Map.of(),
                tree,
                false,
                Path.of("/home/conclave"),
                new TreeMap<>(),
                Map.of(),
                folder,
                Network.NONE,
                List.of());
        List<String> command = command(folder, program);
        return PidNamespace.problem(
            "bwrap", new ProcessBuilder(command).directory(folder.toFile()));
      } finally {
        Folders.delete(folder);
      }
    } catch (IOException e) {
      return e.toString();
    }
  }
}
