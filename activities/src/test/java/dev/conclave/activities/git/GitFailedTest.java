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
        "error: unable to write file src/data.bin",
        "fatal: unable to write new index file",
      })
  void disk_errors_are_retryable(String words) {
    assertThat(GitFailed.of("read-tree", 128, words))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("git read-tree failed (exit 128)");
  }

  @Test
  void other_git_errors_are_final() {
    assertThat(passing("read-tree", "error: invalid path '.git/config'")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "fatal: unable to access 'https://h/x/': Failed to connect to h port 443 after 0 ms:"
            + " Couldn't connect to server",
        "fatal: unable to access 'https://h/x/': Could not resolve host: h",
        "fatal: unable to access 'https://h/x/': The requested URL returned error: 502",
        "error: RPC failed; HTTP 429 curl 22 The requested URL returned error: 429",
        "kex_exchange_identification: Connection closed by remote host\n"
            + "fatal: Could not read from remote repository.\n\nPlease make sure you have the"
            + " correct access rights\nand the repository exists.",
        "error: 2340 bytes of body are still expected\nfetch-pack: unexpected disconnect while"
            + " reading sideband packet\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack"
            + " output",
        "fatal: unable to access 'https://h/x/': GnuTLS recv error (-110)",
        "fatal: the remote end hung up unexpectedly",
      })
  void network_errors_of_a_remote_are_transient(String words) {
    assertThat(passing("fetch", words)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "remote: Invalid username or password.\nfatal: Authentication failed for 'https://h/x/'",
        "fatal: could not read Username for 'https://h': terminal prompts disabled",
        "git@h: Permission denied (publickey).\nfatal: Could not read from remote repository.",
        "Host key verification failed.\nfatal: Could not read from remote repository.",
        "remote: Repository not found.\nfatal: repository 'https://h/x.git/' not found",
        "remote: The project you were looking for could not be found",
        "fatal: unable to access 'https://h/x/': The requested URL returned error: 403",
        "fatal: couldn't find remote ref nope",
        "fatal: '/srv/x' does not appear to be a git repository",
        "fatal: remote error: upload-pack: not our ref 0a1b",
        "error: Server does not allow request for unadvertised object 0a1b",
        "fatal: remote error: want 0a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b0a1b not valid",
        "fatal: transport 'http' not allowed",
      })
  void access_errors_and_missing_refs_of_a_remote_are_final(String words) {
    assertThat(passing("fetch", words)).isFalse();
  }

  private static boolean passing(String command, String words) {
    return GitFailed.of(command, 128, words) instanceof GitFailed failed && failed.isTransient();
  }
}
