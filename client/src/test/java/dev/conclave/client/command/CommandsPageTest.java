package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Offline;
import dev.conclave.client.terminal.Columns;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.WireMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Help, and the pages generated from it. */
class CommandsPageTest {
  private static final String REGENERATE =
      "out of date: ./mvnw -q -pl client -am test -Dtest=CommandsPageTest"
          + " -Dsurefire.failIfNoSpecifiedTests=false -Dconclave.write=true";
  private static final Path DOCS =
      Path.of(System.getProperty("conclave.root", "..")).resolve("docs");
  private static final Pattern ENGLISH = Pattern.compile("[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}");
  private static final Pattern EXAMPLE = Pattern.compile("^  (conclave|temporal|ssh|eval|source) ");
  private static final Pattern WORD = Pattern.compile("(?:[^\\s\"]|\"[^\"]*\")+");

  @TempDir private Path folder;
  private CommandLine root;

  @BeforeEach
  void read() throws Exception {
    root = tree();
  }

  @Test
  void the_commands_page_matches_the_help() throws Exception {
    compare(DOCS.resolve("commands.md"), CommandsPage.of(root));
  }

  @ParameterizedTest
  @EnumSource(CommandSchema.class)
  void the_schema_of_a_document_is_what_the_code_prints(CommandSchema schema) throws Exception {
    compare(
        schema.file(),
        WireMapper.get().writerWithDefaultPrettyPrinter().writeValueAsString(schema.generated())
            + "\n");
  }

  @Test
  void the_documents_page_lists_every_schema() throws Exception {
    String page = Files.readString(DOCS.resolve("json.md"));
    for (CommandSchema schema : CommandSchema.values()) {
      assertThat(page).contains("(schemas/commands/" + schema.file().getFileName() + ")");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void help_fits_the_terminal(int width) {
    root.setUsageHelpWidth(width);
    commands()
        .forEach(
            command ->
                assertThat(command.getUsageMessage().lines())
                    .as(command.getCommandName())
                    .allMatch(line -> line.length() <= width));
  }

  @ParameterizedTest
  @ValueSource(ints = {60, 80, 120})
  void help_in_chinese_fits_the_terminal_and_has_no_english_sentence(int width) {
    root.setUsageHelpWidth(width);
    new TranslatedHelp(Language.ZH).translate(root);
    commands()
        .forEach(
            command ->
                assertThat(command.getUsageMessage().lines())
                    .as(command.getCommandName())
                    .allMatch(line -> Columns.of(line) <= width || EXAMPLE.matcher(line).find())
                    .filteredOn(line -> !EXAMPLE.matcher(line).find())
                    .map(line -> line.replaceAll("`[^`]*`", ""))
                    .noneMatch(line -> ENGLISH.matcher(line).find()));
  }

  @Test
  void every_command_describes_itself_in_the_imperative_with_an_example() {
    commands()
        .skip(1)
        .forEach(
            command -> {
              String first = command.getCommandSpec().usageMessage().description()[0];
              assertThat(first).matches("[A-Z][a-z]+ .*\\.").doesNotMatch("[A-Z][a-z]+s .*");
              assertThat(command.getUsageMessage()).contains("Example");
            });
  }

  @Test
  void every_example_in_the_help_parses() throws Exception {
    int examples = 0;
    for (CommandLine command : commands().toList()) {
      for (String line : command.getCommandSpec().usageMessage().footer()) {
        if (line.startsWith("  conclave ")) {
          tree().parseArgs(words(line.strip()));
          examples++;
        }
      }
    }
    assertThat(examples).isGreaterThan(30);
  }

  private CommandLine tree() throws Exception {
    Offline user = new Offline(folder);
    user.services = HostServices.load();
    return Conclave.of(user.context());
  }

  private Stream<CommandLine> commands() {
    return Stream.concat(Stream.of(root), root.getSubcommands().values().stream())
        .filter(command -> !command.getCommandSpec().usageMessage().hidden());
  }

  private static String[] words(String line) {
    List<String> words = new ArrayList<>();
    Matcher word = WORD.matcher(line.replaceFirst("^conclave ", "").replaceFirst(" \\|.*", ""));
    while (word.find()) {
      words.add(word.group().replace("\"", ""));
    }
    return words.toArray(String[]::new);
  }

  private static void compare(Path file, String wanted) throws Exception {
    if (Boolean.getBoolean("conclave.write")) {
      Files.createDirectories(file.getParent());
      Files.writeString(file, wanted);
    }
    assertThat(file).as(REGENERATE).exists();
    assertThat(Files.readString(file)).as(REGENERATE).isEqualTo(wanted);
  }
}
