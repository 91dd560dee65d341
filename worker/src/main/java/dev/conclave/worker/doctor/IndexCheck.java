package dev.conclave.worker.doctor;

import dev.conclave.activities.agent.cli.Programs;
import dev.conclave.activities.search.index.IndexFolder;
import dev.conclave.worker.Surroundings;
import dev.conclave.worker.stack.DiskSpace;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The search: its indexes, and the server that is asked before them when one is configured. */
record IndexCheck(Surroundings around, Programs programs) implements Check {
  private static final String SUBJECT = "index";

  @Override
  public String subject() {
    return SUBJECT;
  }

  @Override
  public List<Diagnosis> examine() throws IOException {
    List<Diagnosis> found = new ArrayList<>();
    int sound = 0;
    for (Path workspace : workspaces()) {
      IndexFolder index = IndexFolder.ofWorkspace(workspace, Duration.ofSeconds(5));
      Optional<String> damage = index.damage();
      if (damage.isPresent()) {
        found.add(broken(workspace, index, damage.get()));
      } else {
        sound++;
      }
    }
    String size = DiskSpace.human(DiskSpace.size(around.folder().indexes()));
    found.add(
        0,
        Diagnosis.of(
            Finding.ok(
                SUBJECT,
                sound == 0
                    ? "none yet; the first search of a repository makes its own"
                    : "%d sound, %s, in %s".formatted(sound, size, around.folder().indexes()))));
    around
        .configuration()
        .search()
        .ace()
        .ifPresent(
            ace ->
                found.add(
                    Diagnosis.of(
                        ace.url()
                            .map(url -> Finding.ok("search.ace", url + "; asked when needed"))
                            .orElseGet(() -> ace(ace.command().get(0))))));
    return found;
  }

  private static Diagnosis broken(Path workspace, IndexFolder index, String damage) {
    return Diagnosis.mendable(
        Finding.doubtful(
            SUBJECT,
            "%s is damaged (%s); files are walked instead".formatted(workspace, damage),
            ""),
        () -> {
          index.discard();
          return "Discarded the damaged index in %s; the next search makes it anew."
              .formatted(workspace);
        });
  }

  private Finding ace(String program) {
    return programs
        .find(program, around.environment())
        .map(found -> Finding.ok("search.ace", found + "; whether it answers is known when asked"))
        .orElseGet(
            () ->
                Finding.doubtful(
                    "search.ace",
                    program + " is not on PATH; the index is searched instead",
                    "install it, or mend search.ace.command in config.yaml"));
  }

  private List<Path> workspaces() throws IOException {
    List<Path> folders = new ArrayList<>();
    if (Files.isDirectory(around.folder().indexes())) {
      try (DirectoryStream<Path> all = Files.newDirectoryStream(around.folder().indexes())) {
        all.forEach(folders::add);
      }
    }
    return folders;
  }
}
