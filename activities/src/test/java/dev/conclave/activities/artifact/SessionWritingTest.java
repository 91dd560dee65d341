package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.plan.SessionExporter;
import dev.conclave.workflows.secret.SecretFilter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionWritingTest {
  @TempDir Path temp;

  @Test
  void a_session_stands_in_its_folder_with_all_its_files_and_no_secret() throws Exception {
    PlanState state = Sessions.complete();
    SessionFolder folder = SessionFolder.of(temp.resolve("sessions"), state.session());
    SessionArtifacts.Written written =
        Sessions.artifacts(Sessions.documents()).write(state, "run 1", folder, () -> {});
    assertThat(written.revision()).isEqualTo(state.revision());
    assertThat(contents(folder.path()).keySet())
        .contains(
            "session-state.json",
            "context-package.json",
            "rounds/1/synthesis.json",
            "rounds/2/synthesis.json",
            "IMPL_PLAN.md",
            "plan.json",
            ".task/TASK-001.json",
            "execution-context.json")
        .anyMatch(path -> path.matches("rounds/\\d/raw/\\w+\\.txt"));
    assertThat(String.join("\n", contents(folder.path()).values())).doesNotContain("ghp_0123");
  }

  @Test
  void writing_twice_leaves_the_same_folder() throws Exception {
    PlanState state = Sessions.complete();
    SessionFolder folder = SessionFolder.of(temp.resolve("sessions"), state.session());
    Sessions.artifacts(Sessions.documents()).write(state, "run 1", folder, () -> {});
    Map<String, String> first = contents(folder.path());
    Sessions.artifacts(Sessions.documents()).write(state, "run 1", folder, () -> {});
    assertThat(contents(folder.path())).isEqualTo(first);
  }

  @Test
  void an_export_on_a_host_without_the_documents_writes_what_it_can_and_names_the_rest()
      throws Exception {
    SessionExporter exporter =
        ServiceLoader.load(SessionExporter.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(FolderExporter.class::isInstance)
            .findFirst()
            .orElseThrow();
    Path target = temp.resolve("my export");
    List<String> missing =
        exporter.export(
            Sessions.complete(), new DataFolder(temp.resolve("other")), target, new SecretFilter());
    assertThat(missing).anyMatch(line -> line.contains("rounds/1/synthesis.json"));
    assertThat(missing).anyMatch(line -> line.contains("rounds/1/raw/gemini.txt"));
    assertThat(Files.readString(target.resolve("session-state.json")))
        .containsSubsequence("not_kept", "rounds/1/raw/gemini.txt", "rounds/1/synthesis.json");
    assertThat(target.resolve("session-state.json")).exists();
    assertThat(target.resolve("plan.json")).exists();
    assertThat(target.resolve("rounds/1/synthesis.json")).doesNotExist();
  }

  private static Map<String, String> contents(Path folder) throws Exception {
    Map<String, String> contents = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        contents.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return contents;
  }
}
