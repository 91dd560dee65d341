package dev.conclave.client.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Manual;
import dev.conclave.client.Manual.Command;
import dev.conclave.client.Offline;
import dev.conclave.workflows.host.HostServices;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Every form shown in the pages exists in the command. */
class DocumentedFormsTest {
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

  private static List<String> options(CommandSpec spec) {
    return spec.options().stream().flatMap(option -> Stream.of(option.names())).toList();
  }
}
