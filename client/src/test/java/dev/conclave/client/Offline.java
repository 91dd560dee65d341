package dev.conclave.client;

import dev.conclave.client.command.CommandContext;
import dev.conclave.client.terminal.Output;
import dev.conclave.client.terminal.Screen;
import dev.conclave.workflows.host.HostServices;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;

/** A user with only the client and no server: nothing listens on port 1. */
public final class Offline {
  public final Path directory;
  public final Path configuration;
  public Optional<HostServices> services = Optional.empty();
  private final Path home;

  public Offline(Path folder) throws IOException {
    directory = Files.createDirectories(folder.resolve("work"));
    home = Files.createDirectories(folder.resolve("home"));
    configuration = Files.writeString(home.resolve("config.yaml"), "{}\n");
  }

  public Run conclave(String... args) {
    return piped("", args);
  }

  public Run piped(String input, String... args) {
    return Run.here(
        new ByteArrayOutputStream(),
        new Screen(140, false),
        output -> context(input, output),
        args);
  }

  /** Returns the context of a command that is only inspected. */
  public CommandContext context() {
    PrintStream nowhere =
        new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
    return context("", new Output(nowhere, nowhere, Screen.PLAIN, Screen.PLAIN));
  }

  private CommandContext context(String input, Output output) {
    return new CommandContext(
        Map.of(
            "TEMPORAL_ADDRESS", "127.0.0.1:1",
            "CONCLAVE_HOME", home.resolve("data").toString(),
            "CONCLAVE_CONFIG", configuration.toString()),
        directory,
        home,
        "ada",
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
        output,
        Optional.empty(),
        services,
        Clock.fixed(Bench.NOW, ZoneOffset.UTC),
        Duration.ofMillis(10));
  }
}
