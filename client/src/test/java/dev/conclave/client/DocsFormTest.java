package dev.conclave.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The form of every page. */
class DocsFormTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));
  private static final int LONGEST_SENTENCE = 25;
  private static final int LONGEST_LINE = 100;
  private static final int WIDEST_CELL = 80;

  /** Passives and negations that hide who does what. */
  private static final Pattern DIALECT =
      Pattern.compile(
          "(?i)\\b(is|are|was) (told|said)\\b|\\btold apart\\b|\\bof one's own\\b|\\bupkeep\\b"
              + "|\\bnobody\\b|\\bwhoever\\b|(?<!there )\\bis no [a-z]|\\bawaits you\\b|\\bgoes on\\b"
              + "|\\bcomes? of (it|them)\\b|krippendorff");

  private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```|^ {4}.*?$");
  private static final Pattern QUOTED = Pattern.compile("`[^`]*`");
  private static final Pattern LINK = Pattern.compile("\\[([^]]*)]\\([^)]*\\)");
  private static final Pattern PARAGRAPH = Pattern.compile("\\n\\s*\\n|\\n(?=#|\\s*(-|\\d+\\.) )");
  private static final Pattern END = Pattern.compile("(?<=[.!?])[)*\"]*\\s+(?=[*\"(A-Z0-9`])");
  private static final Pattern GAP = Pattern.compile("(?U)\\s+(?=\\S*\\w)");

  static List<Path> pages() throws IOException {
    List<Path> pages = new ArrayList<>();
    for (String folder : List.of(".", "docs", "bench", "deploy")) {
      try (Stream<Path> files = Files.list(ROOT.resolve(folder))) {
        files.filter(file -> file.toString().endsWith(".md")).forEach(pages::add);
      }
    }
    return pages;
  }

  @ParameterizedTest
  @MethodSource("pages")
  void lines_and_cells_are_short(Path page) throws IOException {
    Stream<String> tooLong =
        Files.readAllLines(page).stream()
            .flatMap(
                line ->
                    line.startsWith("|")
                        ? Stream.of(LINK.matcher(line).replaceAll("$1").split(" \\| "))
                            .filter(cell -> cell.length() > WIDEST_CELL)
                        : Stream.of(line).filter(whole -> whole.length() > LONGEST_LINE));
    assertThat(tooLong).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void sentences_are_short(Path page) throws IOException {
    String prose = LINK.matcher(prose(page).replaceAll("(?m)^\\|.*", "\n")).replaceAll("$1");
    assertThat(PARAGRAPH.splitAsStream(prose))
        .flatMap(paragraph -> List.of(END.split(paragraph)))
        .filteredOn(sentence -> GAP.split(sentence.strip()).length > LONGEST_SENTENCE)
        .isEmpty();
  }

  @ParameterizedTest
  @MethodSource("pages")
  void words_are_plain(Path page) throws IOException {
    assertThat(prose(page).lines().filter(line -> DIALECT.matcher(line).find())).isEmpty();
  }

  private static String prose(Path page) throws IOException {
    return QUOTED.matcher(BLOCK.matcher(Files.readString(page)).replaceAll("")).replaceAll("X");
  }
}
