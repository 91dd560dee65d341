package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs are installed in many ways; each must find its own files in a sandbox. */
class VisibleFilesTest {
  @TempDir Path root;
  private Path home;
  private Path data;

  @BeforeEach
  void folders() throws Exception {
    root = root.toRealPath();
    home = Files.createDirectories(root.resolve("home/ada"));
    data = Files.createDirectories(home.resolve(".local/share/conclave"));
  }

  @Test
  void a_global_npm_package_exposes_its_prefix_and_its_node() throws Exception {
    Path prefix = home.resolve(".nvm/versions/node/v20");
    Path script = program(prefix.resolve("lib/node_modules/@x/cli/cli.js"), "#!/usr/bin/env node");
    program(prefix.resolve("bin/node"), "");
    Path cli = Files.createSymbolicLink(prefix.resolve("bin/cli"), script);

    VisibleFiles visible = visible(prefix.resolve("bin").toString());
    visible.addCommand(List.of(cli.toString()));

    assertThat(visible.paths())
        .isEqualTo(
            Map.of(
                prefix.resolve("bin"), false,
                prefix.resolve("lib"), false,
                prefix.resolve("lib/node_modules"), false));
    assertThat(visible.links()).isEmpty();
  }

  @Test
  void a_single_linked_file_exposes_only_the_file_and_the_link() throws Exception {
    Path version = program(home.resolve(".local/share/cli/versions/2.1.0"), "");
    Files.createDirectories(home.resolve(".local/bin"));
    Path cli = Files.createSymbolicLink(home.resolve(".local/bin/cli"), version);

    VisibleFiles visible = visible("/usr/bin");
    visible.addCommand(List.of(cli.toString()));

    assertThat(visible.paths()).isEqualTo(Map.of(version.getParent(), false));
    assertThat(visible.links()).isEqualTo(Map.of(cli, version));
  }

  @Test
  void a_script_exposes_its_folder_and_its_virtual_environments_interpreter() throws Exception {
    Path python = program(home.resolve("venv/bin/python"), "");
    Path script = program(home.resolve("agents/agent.py"), "#!" + python);

    VisibleFiles visible = visible("/usr/bin");
    visible.addCommand(List.of("/bin/sh", "-x", script.toString(), "no/path", "/no/such/file"));

    assertThat(visible.paths())
        .isEqualTo(Map.of(home.resolve("agents"), false, home.resolve("venv/bin"), false));
  }

  @Test
  void a_folder_with_other_content_is_not_exposed_for_one_script() throws Exception {
    Path inHome = program(home.resolve("agent.sh"), "#!/bin/sh");
    Path hidden = program(home.resolve(".config/agent.sh"), "#!/bin/sh");
    Path inBin = program(home.resolve("bin/agent.sh"), "#!/bin/sh");
    Path above = program(root.resolve("agent.sh"), "#!/bin/sh");

    VisibleFiles visible = visible("/usr/bin");
    for (Path script : List.of(inHome, hidden, inBin, above)) {
      visible.addCommand(List.of("/bin/sh", script.toString()));
    }

    assertThat(visible.paths())
        .containsOnlyKeys(inHome, hidden, inBin, above)
        .allSatisfy((path, writable) -> assertThat(Files.isRegularFile(path)).isTrue());
  }

  @Test
  void a_user_folder_with_a_bin_exposes_only_the_parts_of_a_prefix() throws Exception {
    Path agent = program(home.resolve("work/bin/agent"), "#!/bin/sh");
    Files.createDirectories(home.resolve("work/lib"));
    Files.createDirectories(home.resolve("work/.git"));
    Files.createFile(home.resolve("work/.env"));
    Files.createSymbolicLink(home.resolve("work/share"), home);

    VisibleFiles visible = visible("/usr/bin");
    visible.addCommand(List.of(agent.toString()));

    assertThat(visible.paths())
        .isEqualTo(Map.of(home.resolve("work/bin"), false, home.resolve("work/lib"), false));
  }

  @Test
  void a_script_in_a_git_working_tree_exposes_only_the_file() throws Exception {
    Path script = program(home.resolve("work/tools/agent.sh"), "#!/bin/sh");
    Files.createFile(home.resolve("work/.git"));

    VisibleFiles visible = visible("/usr/bin");
    visible.addCommand(List.of(script.toString()));

    assertThat(visible.paths()).isEqualTo(Map.of(script, false));
  }

  @Test
  void a_linked_home_is_not_exposed_under_any_of_its_names() throws Exception {
    Path link = Files.createSymbolicLink(root.resolve("linked"), home);
    program(home.resolve("agent.sh"), "#!/bin/sh");
    program(home.resolve(".config/agent.sh"), "#!/bin/sh");
    program(data.resolve("agent.sh"), "#!/bin/sh");

    VisibleFiles visible =
        new VisibleFiles(
            Map.of("ALIAS", link.toString(), "REAL", home.toString()),
            link,
            link.resolve(".local/share/conclave"));
    for (String script :
        List.of("agent.sh", ".config/agent.sh", ".local/share/conclave/agent.sh")) {
      visible.addCommand(List.of("/bin/sh", link.resolve(script).toString()));
    }
    visible.addVariables();

    assertThat(visible.paths().keySet())
        .isNotEmpty()
        .allSatisfy(path -> assertThat(path).isRegularFile());
  }

  @Test
  void a_shim_exposes_its_version_manager() throws Exception {
    Path shim = program(home.resolve(".pyenv/shims/agent"), "#!/bin/sh");
    Files.createDirectories(home.resolve(".pyenv/versions/3.12"));
    Path other = program(home.resolve(".config/shims/agent"), "#!/bin/sh");

    VisibleFiles visible = visible("/usr/bin");
    visible.addCommand(List.of(shim.toString()));
    visible.addCommand(List.of(other.toString()));

    assertThat(visible.paths())
        .isEqualTo(Map.of(home.resolve(".pyenv"), false, other.getParent(), false));
  }

  @Test
  void files_named_by_variables_or_the_configuration_are_exposed() throws Exception {
    Path certificates = Files.createFile(root.resolve("corporate.pem"));
    Path folder = Files.createDirectories(home.resolve("data/for agents"));
    VisibleFiles visible =
        new VisibleFiles(
            Map.of(
                "NODE_EXTRA_CA_CERTS", certificates.toString(),
                "HOME", home.toString(),
                "ABOVE", home.getParent().toString(),
                "OURS", data.toString(),
                "GIT_CEILING_DIRECTORIES", folder.getParent().toString(),
                "PATH", folder.toString()),
            home,
            data);
    visible.addVariables();
    visible.addConfigured(List.of("~/data/for agents", "/usr/share", "/no/such/path"), true);

    assertThat(visible.paths()).isEqualTo(Map.of(certificates, false, folder, true));
  }

  private VisibleFiles visible(String path) {
    return new VisibleFiles(Map.of("PATH", path), home, data);
  }

  private static Path program(Path file, String firstLine) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, firstLine + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file;
  }
}
