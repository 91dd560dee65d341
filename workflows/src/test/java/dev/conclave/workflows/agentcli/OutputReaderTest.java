package dev.conclave.workflows.agentcli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OutputReaderTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Read | {'file_path':'src/server.py'} | reads src/server.py",
        "read_file | {'absolute_path':'/home/a/snapshots/x/src/server.py'} | reads …/x/src/server.py",
        "Grep | {'pattern':'def handle','path':'src'} | searches def handle",
        "list_directory | {'dir_path':'src'} | lists src",
        "run_shell_command | {'command':'git log -3'} | runs git log -3",
        "read | {'filePath':'a.md'} | reads a.md",
        "exit_plan_mode | {} | tool exit_plan_mode",
        "Glob | {'pattern':' '} | lists",
      })
  void tools_read_as_people_say_them(String tool, String input, String words) {
    OutputReader reader =
        new OutputReader() {
          @Override
          protected void event(String type, JsonNode event) {
            uses(tool, event);
          }
        };

    reader.line(input.replace('\'', '"'));

    assertThat(reader.activity().lastEvent()).isEqualTo(words);
  }
}
