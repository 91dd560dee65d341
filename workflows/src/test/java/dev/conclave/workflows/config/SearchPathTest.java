package dev.conclave.workflows.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPathTest {
  @TempDir Path temp;
  private Path tools;
  private Path repository;
  private Path planted;

  @BeforeEach
  void make() throws Exception {
    tools = program(temp.resolve("tools"), "git");
    repository = Files.createDirectories(temp.resolve("repository/.git")).getParent();
    planted = program(repository.resolve("node_modules/.bin"), "git");
  }

  private static Path program(Path folder, String name) throws Exception {
    Path program = Files.createDirectories(folder).resolve(name);
    Files.writeString(program, "#!/bin/sh\n");
    assertThat(program.toFile().setExecutable(true)).isTrue();
    return folder;
  }

  private static SearchPath path(Object... entries) {
    StringBuilder value = new StringBuilder();
    for (Object entry : entries) {
      value.append(value.isEmpty() ? "" : ":").append(entry);
    }
    return SearchPath.of(Map.of("PATH", value.toString()));
  }

  @Test
  void relative_and_empty_entries_are_ignored() {
    Path relative = Path.of("").toAbsolutePath().relativize(planted);
    SearchPath path = SearchPath.of(Map.of("PATH", ":" + relative + ":.::" + tools + ":"));

    assertThat(path.value()).isEqualTo(tools.toString());
    assertThat(path.find("git")).contains(tools.resolve("git"));
    assertThat(path(relative, ".").find("git")).isEmpty();
    assertThat(SearchPath.of(Map.of()).find("git")).isEmpty();
  }

  @Test
  void a_relative_path_does_not_name_a_program() {
    assertThat(path(tools).find("./git")).isEmpty();
    assertThat(path(tools).find("tools/git")).isEmpty();
    assertThat(path().find(tools.resolve("git").toString())).contains(tools.resolve("git"));
  }

  @Test
  void folders_of_a_repository_are_excluded_for_work_in_it_and_below() throws Exception {
    Path link = Files.createSymbolicLink(temp.resolve("link"), planted);
    Path below = Files.createDirectories(repository.resolve("packages/app"));
    SearchPath path = path(planted, link, tools);

    assertThat(path.find("git")).contains(planted.resolve("git"));
    assertThat(path.outside(repository).find("git")).contains(tools.resolve("git"));
    assertThat(path.outside(below).value()).isEqualTo(tools.toString());
    assertThat(path.outside(temp.resolve("elsewhere")).folders()).hasSize(3);
  }

  @Test
  void a_program_appearing_in_an_earlier_folder_does_not_replace_the_found_one() throws Exception {
    Path early = Files.createDirectories(temp.resolve("early"));
    SearchPath path = path(early, tools);
    assertThat(path.find("git")).contains(tools.resolve("git"));
    program(early, "git");
    assertThat(path.find("git")).contains(tools.resolve("git"));
    Files.delete(tools.resolve("git"));
    assertThat(path.find("git")).contains(early.resolve("git"));
  }
}
