package dev.conclave.worker.stack;

import dev.conclave.activities.agent.cli.Programs;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Builds the program from its Go module, where Go is there.
 *
 * @param folder for the program and the log
 */
record GoBuild(Map<String, String> environment, Path folder)
    implements ServerPrograms.ProgramSource {

  /** Its server is 1.29, its UI 2.42. */
  static final String MODULE = "github.com/temporalio/cli/cmd/temporal@v1.5.1";

  private static final Pattern VERSION = Pattern.compile("go(\\d+)\\.(\\d+)");
  private static final int OLDEST_MINOR = 25;
  private static final int LIMIT_MINUTES = 15;

  @Override
  public boolean possible() {
    return go().isPresent();
  }

  @Override
  public String attempt() {
    return "building it with Go (two minutes, once)";
  }

  @Override
  public Path get(Consumer<String> progress) throws IOException, InterruptedException {
    Path go = go().orElseThrow(() -> new IOException("Go is not on PATH"));
    requireVersion(go);
    Files.createDirectories(folder);
    Path log = folder.resolve("build.log");
    ProcessBuilder builder =
        new ProcessBuilder(go.toString(), "install", MODULE)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    builder.environment().put("GOBIN", folder.toString());
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      await(process, progress);
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    if (process.exitValue() != 0) {
      throw new IOException("go install failed: " + lastLine(log));
    }
    return folder.resolve("temporal");
  }

  private Optional<Path> go() {
    return new Programs().find("go", environment);
  }

  private static void await(Process process, Consumer<String> progress)
      throws IOException, InterruptedException {
    for (int passed = 0; !process.waitFor(10, TimeUnit.SECONDS); ) {
      passed += 10;
      progress.accept("… building, " + passed + " s");
      if (passed > LIMIT_MINUTES * 60) {
        throw new IOException("the build took over " + LIMIT_MINUTES + " minutes");
      }
    }
    process.waitFor();
  }

  private static void requireVersion(Path go) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(go.toString(), "version").redirectErrorStream(true).start();
    process.getOutputStream().close();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    Matcher version = VERSION.matcher(said);
    boolean recent =
        version.find()
            && (Integer.parseInt(version.group(1)) > 1
                || Integer.parseInt(version.group(2)) >= OLDEST_MINOR);
    if (!recent) {
      throw new IOException("it needs Go 1." + OLDEST_MINOR + ", not " + said.strip());
    }
  }

  private static String lastLine(Path log) throws IOException {
    return Files.readString(log).lines().reduce((a, b) -> b).orElse("it said nothing");
  }
}
