package dev.conclave.activities.context;

import static dev.conclave.activities.context.Gatherings.chosen;
import static dev.conclave.activities.context.Gatherings.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.activities.agent.MemoryDocuments;
import dev.conclave.activities.document.Folders;
import dev.conclave.workflows.context.ContextActivities.DraftedEdits;
import dev.conclave.workflows.context.ContextActivities.Edit;
import dev.conclave.workflows.context.PlanningConflict.Modification;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

class ModificationProperties {
  private final MemoryDocuments documents = new MemoryDocuments();
  private final Modifications modifications =
      new Modifications(documents, UnaryOperator.identity());
  private Path root = Path.of("");

  @BeforeTry
  void open() throws IOException {
    root = Files.createTempDirectory("modifications").toRealPath();
    Files.createDirectory(root.resolve(".workflow"));
  }

  @AfterTry
  void close() throws IOException {
    Folders.delete(root);
  }

  private static String path(int number) {
    return ".workflow/" + number + ".md";
  }

  private void write(String path, String text) throws IOException {
    Files.writeString(root.resolve(path), text);
  }

  private String read(String path) throws IOException {
    return Files.readString(root.resolve(path));
  }

  private DraftedEdits drawUp(List<Modification> changes) {
    return modifications.draftEdits(
        root, List.of(chosen("CON-001", changes.toArray(new Modification[0]))), List.of());
  }

  @Property(tries = 300)
  void an_update_applies_if_its_passage_starts_at_exactly_one_place(
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(max = 12) String text,
      @ForAll @CharRange(from = 'a', to = 'b') @StringLength(min = 1, max = 3) String old)
      throws IOException {
    write(path(0), text);
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < text.length(); i++) {
      if (text.startsWith(old, i)) {
        places.add(i);
      }
    }
    DraftedEdits drawn = drawUp(List.of(update(path(0), old, "X")));
    assertThat(drawn.failed()).hasSize(places.size() == 1 ? 0 : 1);
    if (places.size() == 1) {
      int at = places.get(0);
      assertThat(documents.text(drawn.edits().get(0).after()))
          .isEqualTo(text.substring(0, at) + "X" + text.substring(at + old.length()));
    }
  }

  @Property(tries = 100)
  void changes_apply_in_order_and_writing_is_idempotent(
      @ForAll @Size(min = 1, max = 12) List<@IntRange(max = 2) Integer> files) throws IOException {
    List<Modification> changes = new ArrayList<>();
    int[] count = new int[3];
    for (int file = 0; file < 3; file++) {
      write(path(file), "step 0\r\nend");
    }
    for (int file : files) {
      changes.add(update(path(file), "step " + count[file], "step " + ++count[file]));
    }
    DraftedEdits drawn = drawUp(changes);
    assertThat(drawn.failed()).isEmpty();
    for (int attempt = 0; attempt < 2; attempt++) {
      assertThat(modifications.write(root, drawn.edits())).isEmpty();
      for (int file = 0; file < 3; file++) {
        assertThat(read(path(file))).isEqualTo("step " + count[file] + "\r\nend");
      }
    }
  }

  @Property(tries = 50)
  void a_failure_during_writing_rolls_everything_back(
      @ForAll @IntRange(min = 1, max = 4) int files,
      @ForAll @IntRange(max = 4) int failing,
      @ForAll @IntRange(max = 4) int writtenByACrashedAttempt)
      throws IOException {
    List<String> paths = new ArrayList<>();
    for (int file = 0; file < files; file++) {
      paths.add(path(file));
    }
    paths.add(Math.min(failing, files), unwritable());
    List<Modification> changes = new ArrayList<>();
    for (String path : paths) {
      write(path, "one\n");
      changes.add(update(path, "one", "two"));
    }
    List<Edit> edits = drawUp(changes).edits();
    int crashed = Math.min(writtenByACrashedAttempt, Math.min(failing, files));
    for (String path : paths.subList(0, crashed)) {
      write(path, "two\n");
    }
    assertThat(modifications.write(root, edits)).isPresent();
    for (String path : paths) {
      assertThat(read(path)).isEqualTo("one\n");
    }
  }

  /** Creates a readable file whose path is too long for a temporary file next to it. */
  private String unwritable() throws IOException {
    String folder = ".workflow";
    while (root.resolve(folder).toString().length() < 3_850) {
      folder += "/" + "d".repeat(200);
    }
    folder += "/" + "d".repeat(4_070 - root.resolve(folder).toString().length());
    Files.createDirectories(root.resolve(folder));
    return folder + "/plan.md";
  }
}
