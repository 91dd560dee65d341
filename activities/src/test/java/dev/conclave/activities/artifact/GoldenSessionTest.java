package dev.conclave.activities.artifact;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.workflows.secret.SecretFilter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares the folders of the recorded session, a context and an execution byte for byte. After an
 * intended change, regenerate them with {@code -Dconclave.golden=update} and review the difference.
 */
class GoldenSessionTest {
  private static final Path GOLDEN = Path.of("src/test/resources/golden").toAbsolutePath();

  @Test
  void the_recorded_session_matches_the_golden_folder() throws IOException {
    Rendering rendering =
        Sessions.artifacts(Sessions.documents()).render(Sessions.complete(), List.of());

    assertGolden("session", rendering);
  }

  @Test
  void a_context_matches_the_golden_folder(@TempDir Path temp) throws IOException {
    Contexts contexts = new Contexts(temp);
    Rendering rendering =
        ContextFiles.render(
            contexts.complete(), contexts.documents, new Rendering(new SecretFilter()));

    assertGolden("context", rendering);
  }

  @Test
  void an_execution_matches_the_golden_folder() throws IOException {
    Rendering rendering =
        ExecutionFiles.render(
            Executions.kept(), Sessions.documents(), new Rendering(new SecretFilter()));

    assertGolden("execution", rendering);
  }

  static void assertGolden(String name, Rendering rendering) throws IOException {
    Path folder = GOLDEN.resolve(name);
    assertThat(rendering.problems()).isEmpty();
    assertThat(rendering.notKept()).isEmpty();
    if ("update".equals(System.getProperty("conclave.golden"))) {
      write(folder, rendering.files());
    }
    Map<String, String> golden = golden(folder);
    assertThat(rendering.files().keySet()).isEqualTo(golden.keySet());
    rendering
        .files()
        .forEach(
            (path, content) ->
                assertThat(new String(content, StandardCharsets.UTF_8))
                    .as(path)
                    .isEqualTo(golden.get(path)));
  }

  private static void write(Path folder, Map<String, byte[]> files) throws IOException {
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path path = folder.resolve(file.getKey());
      Files.createDirectories(path.getParent());
      Files.write(path, file.getValue());
    }
  }

  private static Map<String, String> golden(Path folder) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) walk.filter(Files::isRegularFile)::iterator) {
        files.put(folder.relativize(file).toString().replace('\\', '/'), Files.readString(file));
      }
    }
    return files;
  }
}
