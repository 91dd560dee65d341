package dev.conclave.worker.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.tool.Tool;
import dev.conclave.worker.stack.LocalStack;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The real launcher in a project whose Maven and Java are recording scripts. */
@Timeout(600)
@Tag("deploy")
class LauncherTest {
  @TempDir Path root;

  private Path project;
  private Path jdk;

  @BeforeEach
  void layOut() throws IOException {
    project = Files.createDirectories(root.resolve("our project 项目"));
    Path launcher = Path.of(System.getProperty("conclave.root", "..")).resolve("conclave");
    Files.copy(launcher, project.resolve("conclave"));
    executable(project.resolve("conclave"));
    for (String module : List.of("client", "worker")) {
      Files.createDirectories(project.resolve(module).resolve("src/main/java"));
      Files.writeString(project.resolve(module).resolve("pom.xml"), "<project/>");
    }
    Files.writeString(project.resolve("pom.xml"), "<project/>");
    script(
        project.resolve("mvnw"),
        "echo built >>builds; for m in client worker; do mkdir -p $m/target/lib;"
            + " echo jar >$m/target/lib/lib.jar; echo jar >$m/target/conclave-$m-1.jar; done");
    jdk = root.resolve("jdk");
    java("17.0.15");
  }

  @Test
  void it_builds_once_and_then_starts_immediately() throws Exception {
    Said first = run(project, "conclave", "list", "--all");
    Said second = run(project, "conclave", "list", "--all");

    assertThat(first.err).contains("building");
    assertThat(second.err).doesNotContain("building");
    assertThat(second.out).contains("dev.conclave.client.command.Conclave list --all");
    assertThat(builds()).isEqualTo(1);
  }

  @Test
  void no_program_is_taken_from_a_relative_path_folder_or_the_repository() throws Exception {
    Path repository = Files.createDirectories(root.resolve("repository/.git")).getParent();
    Path bin = Files.createDirectories(repository.resolve("node_modules/.bin"));
    Path marker = root.resolve("PWNED");
    for (String program : List.of("java", "git", "sed", "cat", "find", "readlink", "dirname")) {
      script(bin.resolve(program), "touch '" + marker + "'");
    }
    String path = "node_modules/.bin:.::" + bin + ":" + jdk + "/bin:" + System.getenv("PATH");

    Said said =
        run(
            repository,
            Map.of("JAVA_HOME", "", "PATH", path),
            project.resolve("conclave").toString(),
            "list");

    assertThat(said.out).contains("dev.conclave.client.command.Conclave list");
    assertThat(marker).doesNotExist();
  }

  @Test
  void the_class_archive_is_created_once_and_used_by_every_start() throws Exception {
    String archive = "-XX:SharedArchiveFile=" + project.toRealPath() + "/target/launcher/app-";
    for (String command : List.of("list", "show")) {
      assertThat(run(project, "conclave", command).out)
          .contains(archive)
          .contains("/classes-17.jsa");
      trained();
    }
    assertThat(Files.readAllLines(jdk.resolve("trainings")))
        .singleElement()
        .asString()
        .contains("dev.conclave.client.command.Conclave plan ");
    try (Stream<Path> left = Files.walk(project.resolve("target/launcher"))) {
      assertThat(left.map(path -> path.getFileName().toString()))
          .contains("classes-17.jsa")
          .noneMatch(name -> name.startsWith("training") || name.startsWith("classes-17.jsa."));
    }
  }

  @Test
  void a_moved_or_copied_checkout_runs_its_own_build() throws Exception {
    run(project, "conclave", "list");
    trained();
    Path before = project.toRealPath();
    project = Files.move(project, root.resolve("moved (100%) #2"));

    Said moved = run(project, "conclave", "list");
    trained();

    assertThat(moved.exit).isZero();
    assertThat(moved.err).doesNotContain("building");
    assertThat(moved.out)
        .contains("-cp " + project.toRealPath() + "/target/launcher/app-")
        .doesNotContain(before.toString());
    // A class archive is bound to the paths of its jars.
    assertThat(Files.readAllLines(jdk.resolve("trainings"))).hasSize(2);
  }

  @Test
  void a_checkout_whose_path_breaks_the_class_path_is_refused() throws Exception {
    project = Files.move(project, root.resolve("our:project"));

    assertThat(run(project, "conclave", "list").err)
        .contains("contains a colon")
        .contains("move it");
  }

  @ParameterizedTest
  @CsvSource({
    "LC_CTYPE,UTF-8,C.UTF-8",
    "LANG,de_XX.UTF-8,C.UTF-8",
    "LC_ALL,C,C.UTF-8",
    "LANG,C.UTF-8,''"
  })
  void text_is_utf_8_in_any_locale(String name, String named, String all) throws Exception {
    if (all.isEmpty()) {
      Tool.needed("locale"); // without it the launcher names the locale itself, which is harmless
    }
    script(
        jdk.resolve("bin/java"),
        Files.readString(jdk.resolve("bin/java"))
            .replace("echo \"$@\" in", "echo \"LC_ALL=${LC_ALL-}.\" \"$@\" in"));
    Map<String, String> environment =
        new HashMap<>(
            Map.of("JAVA_HOME", jdk.toString(), "LC_ALL", "", "LC_CTYPE", "", "LANG", ""));
    environment.put(name, named);

    assertThat(run(project, environment, "conclave", "list").out).contains("LC_ALL=" + all + ". ");
  }

  @Test
  void a_java_without_archive_support_is_asked_only_once() throws Exception {
    Path java = jdk.resolve("bin/java");
    script(java, Files.readString(java).replace("echo classes >", "echo no archive for "));

    run(project, "conclave", "list");
    trained();
    assertThat(run(project, "conclave", "list").out).contains("Conclave list");
    trained();

    assertThat(Files.readAllLines(jdk.resolve("trainings"))).hasSize(1);
  }

  @Test
  void archive_training_ignores_the_users_configuration_server_and_programs() throws Exception {
    Map<String, String> users =
        Map.of(
            "JAVA_HOME", jdk.toString(),
            "HOME", root.toString(),
            "CONCLAVE_CONFIG", root.resolve("mine.yaml").toString(),
            "TEMPORAL_NAMESPACE", "mine",
            "TEMPORAL_ADDRESS", "127.0.0.1:7233");
    assertThat(run(project, users, "conclave", "list").out).contains("Conclave list");
    trained();

    String seen = Files.readString(jdk.resolve("trained-with")).replace("'", "");
    assertThat(seen.lines())
        .contains("TEMPORAL_ADDRESS=127.0.0.1:9", "programs: git")
        .doesNotContain("HOME=" + root)
        .noneMatch(line -> line.startsWith("CONCLAVE_CONFIG=") || line.startsWith("TEMPORAL_N"));
  }

  @ParameterizedTest
  @ValueSource(ints = {17, 21, 22, 23, 25})
  void a_command_uses_the_same_quiet_options_as_every_jvm(int feature) throws Exception {
    java(feature + ".0.1");

    String started = run(project, "conclave", "list").out;

    List<String> own = LocalStack.quietJvmOptions(feature);
    own.forEach(option -> assertThat(started).contains(option));
    List<String> newer = new ArrayList<>(LocalStack.quietJvmOptions(25));
    newer.removeAll(own);
    newer.forEach(option -> assertThat(started).doesNotContain(option)); // refused by the JVM
  }

  @Test
  void the_first_build_explains_how_to_put_the_command_on_path() throws Exception {
    assertThat(run(project, "conclave").err)
        .contains("ln -s '" + project.resolve("conclave") + "' ~/.local/bin/");
    Files.setLastModifiedTime(
        project.resolve("pom.xml"), FileTime.from(Instant.now().plusSeconds(5)));
    assertThat(run(project, "conclave").err)
        .contains("sources have changed")
        .doesNotContain("ln -s");

    Path bin = Files.createDirectories(root.resolve("bin"));
    Files.createSymbolicLink(bin.resolve("conclave"), project.resolve("conclave"));
    Files.delete(project.resolve("target/launcher/built"));
    String path = bin + ":" + System.getenv("PATH");
    assertThat(run(project, Map.of("JAVA_HOME", jdk.toString(), "PATH", path), "conclave").err)
        .contains("the first build")
        .doesNotContain("ln -s");
  }

  @Test
  void it_rebuilds_when_a_source_is_newer_or_deleted() throws Exception {
    Path source = project.resolve("client/src/main/java/A.java");
    Files.writeString(source, "class A {}");
    run(project, "conclave");

    Files.setLastModifiedTime(source, FileTime.from(Instant.now().plusSeconds(5)));
    run(project, "conclave");
    assertThat(builds()).isEqualTo(2);

    Files.setLastModifiedTime(source, FileTime.from(Instant.now().minusSeconds(60)));
    run(project, "conclave");
    Files.setLastModifiedTime(source.getParent(), FileTime.from(Instant.now().plusSeconds(9)));
    Files.delete(source);
    run(project, "conclave");
    assertThat(builds()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void it_works_through_links_and_keeps_the_users_folder() throws Exception {
    Path elsewhere = Files.createDirectories(root.resolve("else where"));
    Files.createSymbolicLink(elsewhere.resolve("a"), project.resolve("conclave"));
    Files.createSymbolicLink(elsewhere.resolve("b"), Path.of("a"));

    Said said = run(elsewhere, "b", "plan", "add a  cache");

    assertThat(said.exit).isZero();
    assertThat(said.out).contains("Conclave plan add a  cache").contains("in " + elsewhere);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "A.java:[3,1] class expected|A.java:[3,1] class expected",
        "A.java:[3,1] class expected|build.log",
        "Could not transfer a:b from central: Unknown host|cannot reach Maven's repository: check the network",
        "Could not transfer a:b from central: Unknown host|settings.xml",
        "copy failed: No space left on device|the disk is full: free about 500 MB"
      })
  void a_failed_build_reports_the_reason_and_is_retried(String error, String told)
      throws Exception {
    script(project.resolve("mvnw"), "echo '[ERROR] " + error + "'; exit 1");

    Said said = run(project, "conclave");

    assertThat(said.exit).isEqualTo(1);
    assertThat(said.err).contains(told);
    assertThat(run(project, "conclave").err).contains("building");
  }

  @Test
  void an_old_java_and_a_wrong_java_home_are_reported_with_a_fix() throws Exception {
    java("11.0.2");
    assertThat(run(project, "conclave").err)
        .contains("Java 11")
        .contains("install a JDK 17 or newer");

    Said none = run(project, Map.of("JAVA_HOME", root.resolve("none").toString()), "conclave");
    assertThat(none.exit).isEqualTo(1);
    assertThat(none.err).contains("JAVA_HOME is").contains("correct or unset it");
  }

  @Test
  void a_jre_is_distinguished_from_a_jdk_before_the_build() throws Exception {
    Files.delete(jdk.resolve("bin/javac"));

    Said said = run(project, "conclave");

    assertThat(said.exit).isEqualTo(1);
    assertThat(said.err).contains("belongs to a JRE").doesNotContain("building;");
    assertThat(project.resolve("builds")).doesNotExist();
  }

  @Test
  void a_build_reports_its_duration_and_leaves_no_process() throws Exception {
    String err = run(project, "conclave", "list").err;

    assertThat(err).containsPattern("built in \\d+ s");
    trained();
    assertThat(
            ProcessHandle.allProcesses()
                .filter(
                    process ->
                        process.info().commandLine().orElse("").contains(project.toString())))
        .isEmpty();
  }

  @Test
  void a_killed_build_does_not_block_the_next() throws Exception {
    Path lock = Files.createDirectories(project.resolve("target/launcher/lock"));
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Files.writeString(lock.resolve("pid"), String.valueOf(gone.pid()));

    assertThat(run(project, "conclave", "list").out).contains("Conclave list");
  }

  private record Said(int exit, String out, String err) {}

  private Said run(Path folder, String... command) throws Exception {
    return run(folder, Map.of("JAVA_HOME", jdk.toString()), command);
  }

  private Said run(Path folder, Map<String, String> environment, String... command)
      throws Exception {
    command[0] = folder.resolve(command[0]).toString();
    Path out = Files.createTempFile(root, "out", "");
    Path err = Files.createTempFile(root, "err", "");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().putAll(environment);
    Process process = builder.start();
    assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
    return new Said(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /** Waits for background processes of a command. */
  @AfterEach
  void trained() throws Exception {
    Instant end = Instant.now().plus(Duration.ofMinutes(2));
    while (names().anyMatch("training"::equals)) {
      assertThat(Instant.now()).as("training goes on").isBefore(end);
      Thread.sleep(20);
    }
  }

  private Stream<String> names() throws IOException {
    if (!Files.exists(project.resolve("target/launcher"))) {
      return Stream.of();
    }
    try (Stream<Path> all = Files.walk(project.resolve("target/launcher"))) {
      return all.map(path -> path.getFileName().toString()).toList().stream();
    } catch (UncheckedIOException e) {
      return Stream.of("training"); // something disappeared meanwhile
    }
  }

  private long builds() throws IOException {
    return Files.readAllLines(project.resolve("builds")).size();
  }

  private void java(String version) throws IOException {
    Files.createDirectories(jdk.resolve("bin"));
    script(
        jdk.resolve("bin/java"),
        "if [ \"$1\" = -version ]; then echo 'openjdk version \""
            + version
            + "\" 2025-04-15' >&2; exit; fi; case $1 in -XX:ArchiveClassesAtExit=*)"
            + " echo classes >\"${1#*=}\"; echo \"$*\" >>'"
            + jdk.resolve("trainings")
            + "'; { set; echo \"programs: $(cd \"$PATH\" && echo *)\"; } >'"
            + jdk.resolve("trained-with")
            + "';; *) echo \"$@\" in \"$PWD\";; esac");
    script(jdk.resolve("bin/javac"), "true");
  }

  private static void script(Path file, String body) throws IOException {
    Files.writeString(file, "#!/bin/sh\n" + body + "\n");
    executable(file);
  }

  private static void executable(Path file) {
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }
}
