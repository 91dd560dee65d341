package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProgramsTest {
  @TempDir Path folder;

  @Test
  void a_program_is_found_by_name_or_path_and_asked_its_version_once() throws Exception {
    Path program = folder.resolve("an agent");
    Files.writeString(
        program, "#!/bin/sh\necho asked >> '" + folder + "/log'\necho agent 3.14.0-b\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Map<String, String> environment = Map.of("PATH", "/nowhere:" + folder);
    Programs programs = new Programs();

    assertThat(programs.find("an agent", environment)).contains(program);
    assertThat(programs.find(program.toString(), Map.of())).contains(program);
    assertThat(programs.find("another", environment)).isEmpty();
    assertThat(programs.version(program, environment)).contains("3.14.0-b");
    assertThat(programs.version(program, environment)).contains("3.14.0-b");
    assertThat(Files.readAllLines(folder.resolve("log"))).hasSize(1);
  }
}
