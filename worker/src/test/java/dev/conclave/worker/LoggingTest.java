package dev.conclave.worker;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.core.rolling.RollingFileAppender;
import dev.conclave.worker.stack.LogFile;
import dev.conclave.workflows.text.ControlCharacters;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class LoggingTest {
  @TempDir Path folder;

  @AfterEach
  void toConsole() {
    Logging.toConsole(Map.of());
  }

  @Test
  void a_json_line_has_the_message_and_its_session() throws Exception {
    Logging.toFile(folder.resolve("worker.log"), Map.of(Logging.FORMAT, "json"));
    try (var session = MDC.putCloseable("session", "MCP-limit")) {
      LoggerFactory.getLogger("dev.conclave.worker").warn("{} of {}", 1, 2);
    }

    String line = Files.readString(folder.resolve("worker.log"));
    assertThat(WireMapper.get().readTree(line).path("formattedMessage").asText())
        .isEqualTo("1 of 2");
    assertThat(WireMapper.get().readTree(line).at("/mdc/session").asText()).isEqualTo("MCP-limit");
  }

  @ParameterizedTest
  @ValueSource(strings = {"100%", "a%20b", "what?", "C#", "(1)", "%d{yyyy}"})
  void a_log_is_written_and_rolled_at_the_configured_path(String name) throws Exception {
    Path place = Files.createDirectory(folder.resolve(name));
    Logging.toFile(place.resolve("worker.log"), Map.of());
    Logger logger = LoggerFactory.getLogger("dev.conclave.worker");
    logger.warn("the first");
    roll();
    logger.warn("the second");

    assertThat(Files.readString(place.resolve("worker.log.1"))).endsWith(" the first\n");
    assertThat(Files.readString(place.resolve("worker.log"))).endsWith(" the second\n");
  }

  private static void roll() {
    LoggerContext context = (LoggerContext) LoggerFactory.getILoggerFactory();
    ((RollingFileAppender<?>) context.getLogger(Logger.ROOT_LOGGER_NAME).getAppender("file"))
        .rollover();
  }

  /** Output of a failing agent that reaches the log. */
  private static final String FORGED =
      "owned \u001b]52;c;ZXZpbA==\u0007\u001b[2J\u001b[31m\r\n2026-11-27T00:00:00Z INFO approved";

  @Test
  void text_in_a_record_can_neither_forge_another_nor_control_a_terminal() throws Exception {
    Logging.toFile(folder.resolve("worker.log"), Map.of());
    LoggerFactory.getLogger("dev.conclave.worker")
        .warn(FORGED, new IllegalStateException(FORGED.replace("\r\n", "\n")));

    String log = Files.readString(folder.resolve("worker.log"));
    assertThat(ControlCharacters.isIn(log)).isFalse();
    // Tests running in parallel log as well.
    assertThat(log.lines().filter(line -> !line.startsWith("\t") && line.contains("owned")))
        .singleElement()
        .asString()
        .endsWith("owned ]52;c;ZXZpbA==");
    assertThat(log.lines().filter(line -> line.endsWith("INFO approved")))
        .hasSize(2)
        .allMatch(line -> line.startsWith("\t"));
    assertThat(new LogFile(folder.resolve("worker.log")).last(200))
        .containsSequence(log.lines().toList());
  }

  @Test
  void a_json_record_is_one_line_without_invisible_characters() throws Exception {
    Logging.toFile(folder.resolve("worker.log"), Map.of(Logging.FORMAT, "json"));
    LoggerFactory.getLogger("dev.conclave.worker").warn(FORGED + "\u009b2J\u202e\u2028");

    String log = Files.readString(folder.resolve("worker.log"));
    assertThat(log.lines()).hasSize(1);
    assertThat(ControlCharacters.isIn(log)).isFalse();
  }

  /** Another process may have written it: the server, or an older worker. */
  @Test
  void logs_of_other_programs_are_read_without_escape_sequences() throws Exception {
    Path server = folder.resolve("server.log");
    Files.writeString(server, "");
    LogFile log = new LogFile(server);
    Files.writeString(server, "one\u001b]52;c;ZXZpbA==\u0007\rforged\ntwo\u009b\n");
    List<String> followed = new ArrayList<>();
    log.readNewLines(followed::add);

    assertThat(followed).containsExactly("one]52;c;ZXZpbA==forged", "two");
    assertThat(log.last(2)).isEqualTo(followed);
  }

  @Test
  void a_text_line_is_for_people() throws Exception {
    Logging.toFile(folder.resolve("worker.log"), Map.of());
    LoggerFactory.getLogger("dev.conclave.worker").warn("{} of {}", 1, 2);

    assertThat(Files.readString(folder.resolve("worker.log"))).endsWith(" 1 of 2\n");
  }
}
