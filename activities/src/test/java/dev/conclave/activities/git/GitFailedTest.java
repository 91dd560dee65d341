package dev.conclave.activities.git;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GitFailedTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "error: file write error: No space left on device\nfatal: unable to write sha1 file",
        "fatal: cannot create directory at 'src': Disk quota exceeded",
        "fatal: Unable to create '/data/trees/a/index.lock': Read-only file system",
      })
  void what_the_disk_refuses_may_be_tried_again(String words) {
    assertThat(GitFailed.of("read-tree", 128, words))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("git read-tree failed (exit 128)");
  }

  @Test
  void what_git_refuses_it_refuses_again() {
    assertThat(GitFailed.of("read-tree", 128, "error: invalid path '.git/config'"))
        .isInstanceOf(GitFailed.class);
  }
}
