package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.AgentProgram;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files from which a person copies a release of an agent program. */
class NamedReleasesTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));
  private static final Pattern RELEASE = Pattern.compile("([@/a-z-]+)@(\\d+(?:\\.\\d+)+)");
  private static final Map<String, AgentProgram> BY_PACKAGE =
      Stream.of(AgentProgram.values())
          .collect(Collectors.toMap(AgentProgram::npmPackage, Function.identity()));

  @ParameterizedTest
  @ValueSource(strings = {"Dockerfile", ".env.example", "docs/agents.md"})
  void every_release_named_for_installation_was_tested(String file) throws Exception {
    Matcher named = RELEASE.matcher(Files.readString(ROOT.resolve(file)));

    int found = 0;
    while (named.find()) {
      found++;
      assertThat(BY_PACKAGE).containsKey(named.group(1));
      assertThat(BY_PACKAGE.get(named.group(1)).isTested(named.group(2)))
          .as(named.group())
          .isTrue();
    }
    assertThat(found).isPositive();
  }
}
