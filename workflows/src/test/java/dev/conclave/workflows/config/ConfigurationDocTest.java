package dev.conclave.workflows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** docs/configuration.md must match the parser. */
class ConfigurationDocTest {
  @TempDir Path folder;

  @Test
  void the_example_is_valid_and_names_every_setting() throws Exception {
    String yaml = example();
    Configuration read = Configuration.read(Files.writeString(folder.resolve("config.yaml"), yaml));

    List<String> settings =
        Arrays.stream(Configuration.class.getRecordComponents())
            .map(part -> part.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT))
            .toList();
    assertThat(yaml.lines().map(line -> line.strip().replaceAll("[: ].*", "")))
        .containsAll(settings);
    assertThat(read.encryption()).isPresent();
  }

  @Test
  void the_documented_defaults_are_the_defaults() throws Exception {
    Configuration read =
        Configuration.read(Files.writeString(folder.resolve("config.yaml"), example()));
    Configuration defaults = Configuration.defaults();

    assertThat(read.analysts()).isEqualTo(defaults.analysts());
    assertThat(read.sandbox()).isEqualTo(defaults.sandbox());
    assertThat(read.chain()).isEqualTo(defaults.chain());
    assertThat(read.slots()).isEqualTo(defaults.slots());
    assertThat(read.timeouts()).isEqualTo(defaults.timeouts());
    assertThat(read.maxOutputBytes()).isEqualTo(defaults.maxOutputBytes());
    assertThat(read.promptContextBytes()).isEqualTo(defaults.promptContextBytes());
    assertThat(read.hostPatience()).isEqualTo(defaults.hostPatience());
    assertThat(read.spoolDays()).isEqualTo(defaults.spoolDays());
    assertThat(read.spoolBytes()).isEqualTo(defaults.spoolBytes());
  }

  private static String example() throws Exception {
    Path doc = Path.of(System.getProperty("conclave.root", "..")).resolve("docs/configuration.md");
    String text = Files.readString(doc);
    int start = text.indexOf("```yaml\n") + 8;
    return text.substring(start, text.indexOf("```", start));
  }
}
