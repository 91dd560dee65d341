package dev.conclave.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.client.command.CommandContext;
import dev.conclave.client.command.Conclave;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Screen;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

public record Run(int code, String out, String err) {

  /** Runs a command in this JVM with a piped standard output and this screen. */
  public static Run here(
      ByteArrayOutputStream err,
      Screen screen,
      Function<Output, CommandContext> context,
      String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Output output =
        new Output(
            new PrintStream(out, true, UTF_8),
            new PrintStream(err, true, UTF_8),
            Screen.PLAIN,
            screen);
    int code = Conclave.run(context.apply(output), arguments);
    return new Run(code, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** Runs a process without standard input, capturing its output in this folder. */
  public static Run of(ProcessBuilder builder, Path folder) {
    try {
      Path out = Files.createTempFile(folder, "out", ".txt");
      Path err = Files.createTempFile(folder, "err", ".txt");
      builder.redirectInput(new File("/dev/null"));
      Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
      boolean ended = process.waitFor(5, TimeUnit.MINUTES);
      if (!ended) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().waitFor();
      }
      String said = new String(Files.readAllBytes(err), UTF_8);
      Run run =
          new Run(
              process.exitValue(),
              new String(Files.readAllBytes(out), UTF_8),
              said.replaceAll("(?m)^Picked up JAVA_TOOL_OPTIONS: .*\\R", ""));
      assertThat(ended).as(builder.command() + " took too long: " + run).isTrue();
      return run;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  public Run ended(int wanted) {
    assertThat(code).as(toString()).isEqualTo(wanted);
    return this;
  }

  public JsonNode json() {
    return Samples.read(JsonNode.class, out);
  }
}
