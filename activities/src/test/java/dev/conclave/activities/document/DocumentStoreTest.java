package dev.conclave.activities.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.conclave.workflows.config.DataFolder;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.temporal.FailureTypes;
import io.temporal.failure.ApplicationFailure;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DocumentStoreTest {
  @TempDir Path temp;

  private DocumentStore store() {
    return DocumentStore.in(new DataFolder(temp.resolve("data folder")));
  }

  @Test
  void a_stored_document_is_returned_byte_for_byte() {
    byte[] binary = {0, (byte) 0xff, 13, 10, (byte) 0xc3};
    assertThat(store().get(store().put(binary))).isEqualTo(binary);
    assertThat(store().text(store().put("限流 — rate limiting"))).isEqualTo("限流 — rate limiting");
    assertThat(store().get(store().put(new byte[0]))).isEmpty();
  }

  @Test
  void equal_content_is_stored_once_under_its_sha_256() throws Exception {
    DocumentRef first = store().put("abc");
    DocumentRef second = store().put("abc");
    assertThat(second).isEqualTo(first);
    assertThat(first.digest())
        .isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    assertThat(files()).hasSize(1).first().asString().endsWith("ba/78/" + first.digest());
  }

  @Test
  void a_missing_document_is_named_and_not_retried() {
    DocumentRef absent = new DocumentRef("a".repeat(64), 3);
    assertThat(store().find(absent)).isEmpty();
    assertThatThrownBy(() -> store().get(absent))
        .isInstanceOfSatisfying(
            ApplicationFailure.class,
            failure -> {
              assertThat(failure.getType()).isEqualTo(FailureTypes.DOCUMENT_MISSING);
              assertThat(failure.isNonRetryable()).isTrue();
              assertThat(failure.getOriginalMessage()).contains("aaaa").contains("another host");
            });
  }

  @Test
  void a_corrupt_document_is_refused_and_can_be_stored_again() throws Exception {
    DocumentRef document = store().put("sound");
    Files.writeString(files().get(0), "soumd, longer");
    assertThatThrownBy(() -> store().get(document)).hasMessageContaining("damaged");
    store().put("sound");
    assertThat(store().text(document)).isEqualTo("sound");
  }

  @Test
  void a_reference_cannot_leave_the_folder() {
    for (String digest : List.of("", "../../etc/passwd", "A".repeat(64), "a/../".repeat(16))) {
      assertThatThrownBy(() -> store().get(new DocumentRef(digest, 0)))
          .isInstanceOf(ApplicationFailure.class)
          .hasMessageContaining("not a document digest");
    }
  }

  @Test
  void documents_are_readable_only_by_their_owner() throws Exception {
    store().put("secret of the house");
    assertThat(Files.getPosixFilePermissions(files().get(0))).hasSize(2);
    assertThat(Files.getPosixFilePermissions(temp.resolve("data folder"))).hasSize(3);
  }

  private List<Path> files() throws Exception {
    try (Stream<Path> walk = Files.walk(temp)) {
      return walk.filter(Files::isRegularFile).toList();
    }
  }
}
