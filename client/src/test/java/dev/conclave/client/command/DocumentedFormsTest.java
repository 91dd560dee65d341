package dev.conclave.client.command;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Manual;
import dev.conclave.client.Manual.Command;
import dev.conclave.client.Offline;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.host.HostServices;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Every form shown in the pages exists in the command. */
class DocumentedFormsTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."), "docs");
  private static final Pattern ANSWER = Pattern.compile("`([a-z][a-z-]*)[^`]*`");

  private static final Pattern OPTION = Pattern.compile("(?<![\\w=\"'-])--?[a-zA-Z][a-z-]*");

  @TempDir private Path folder;

  static Stream<Command> commands() throws IOException {
    return Manual.commands().stream().filter(command -> command.text().contains("conclave "));
  }

  @Test
  void the_pages_are_found() throws Exception {
    assertThat(Manual.commands()).hasSizeGreaterThan(40);
    assertThat(Manual.commands().stream().map(Command::page))
        .contains("README.md", "steering.md", "operations.md");
  }

  @ParameterizedTest
  @MethodSource("commands")
  void every_documented_command_exists_with_its_options(Command command) throws Exception {
    Offline user = new Offline(folder);
    user.services = HostServices.load();
    Map<String, CommandLine> known = Conclave.of(user.context()).getSubcommands();
    // Quoted text is user input.
    for (String part : command.text().replaceAll("\"[^\"]*\"|'[^']*'", "x").split("&&", -1)) {
      List<String> words =
          new ArrayList<>(List.of(part.strip().replaceFirst("^(\\./)?conclave ", "").split(" ")));
      if (words.get(0).startsWith("-")) {
        continue;
      }
      assertThat(known).as(command.toString()).containsKey(words.get(0));
      if (words.size() > 2 && words.get(1).equals("|")) {
        assertThat(known.keySet())
            .as(command.toString())
            .containsAll(words.stream().filter(word -> !word.equals("|")).toList());
        continue;
      }
      assertThat(options(known.get(words.get(0)).getCommandSpec()))
          .as(command.toString())
          .containsAll(
              OPTION.matcher(part).results().map(MatchResult::group).collect(Collectors.toSet()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"steering.md", "gates.zh.md"})
  void every_gate_is_documented_with_exactly_its_answers(String page) throws IOException {
    String text = Files.readString(ROOT.resolve(page));
    Map<String, Set<String>> documented = new LinkedHashMap<>();
    Map<String, Set<String>> expected = new LinkedHashMap<>();
    for (GateType gate : GateType.values()) {
      Matcher row = Pattern.compile("(?m)^\\| %s \\|(.*)$".formatted(Words.of(gate))).matcher(text);
      assertThat(row.find()).as("row of " + gate).isTrue();
      documented.put(
          Words.of(gate),
          ANSWER.matcher(row.group(1)).results().map(found -> found.group(1)).collect(toSet()));
      expected.put(Words.of(gate), gate.kinds().stream().map(Words::of).collect(toSet()));
    }
    assertThat(documented).isEqualTo(expected);
  }

  private static List<String> options(CommandSpec spec) {
    return spec.options().stream().flatMap(option -> Stream.of(option.names())).toList();
  }
}
