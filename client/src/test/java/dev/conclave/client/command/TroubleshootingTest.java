package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every message quoted on the troubleshooting page must exist in the code. */
class TroubleshootingTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `([^`]+)` \\|");
  private static final String OPEN = "…";

  private static List<String> sources = List.of();

  @BeforeAll
  static void readSources() throws IOException {
    try (Stream<Path> modules =
            Stream.of("client", "worker", "activities", "workflows").map(ROOT::resolve);
        Stream<String> texts = modules.flatMap(TroubleshootingTest::javaTexts)) {
      sources = Stream.concat(texts, Stream.of(shellText(read(ROOT.resolve("conclave"))))).toList();
    }
  }

  static List<String> messages() {
    return ROW.matcher(read(ROOT.resolve("docs/troubleshooting.md")))
        .results()
        .map(row -> row.group(1))
        .toList();
  }

  @Test
  void the_page_quotes_no_message_twice() {
    assertThat(messages()).hasSizeGreaterThan(50).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("messages")
  void every_quoted_message_exists_in_the_code(String message) {
    // The launcher adds its name as a prefix; a variable part may precede the first literal.
    String text = message.replaceFirst("^conclave: ", "").replaceFirst("^…", "");

    assertThat(sources)
        .as(message)
        .anyMatch(
            code ->
                code.contains('"' + text)
                    || code.contains("\"" + OPEN + text)
                    || code.contains("\"conclave: " + text)
                    || code.contains(" -> " + text)); // a table in a text block
  }

  private static Stream<String> javaTexts(Path module) {
    try (Stream<Path> files = Files.walk(module.resolve("src/main/java"))) {
      return files.filter(file -> file.toString().endsWith(".java")).toList().stream()
          .map(file -> javaText(read(file)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Joins adjacent literals as printed, with a mark for inserted values. */
  private static String javaText(String code) {
    String joined =
        code.replaceAll("\"\\s*\\+\\s*\"", "")
            .replaceAll("(?<!\\\\)\"\\s*\\+\\s*[^\";]*?\\s*\\+\\s*\"", OPEN)
            .replaceAll("\"\\s*\\+\\s*[^\";]*?(?=[;:,)]\\s)", OPEN + "\"");
    return joined.replaceAll("%(\\d+\\$)?[sd]", OPEN).replace("\\\"", "\"");
  }

  private static String shellText(String code) {
    return Pattern.compile("\\$\\{[^}]*}|\\$\\([^)]*\\)|\\$\\w+")
        .matcher(code.replace("$(told ", ""))
        .replaceAll(Matcher.quoteReplacement(OPEN));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
