package dev.conclave.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.conclave.worker.doctor.Finding.State;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationCheckTest {
  @TempDir Path root;
  private Patient patient;

  @BeforeEach
  void prepare() {
    patient = new Patient(root);
  }

  @Test
  void without_a_file_the_defaults_hold_and_its_place_is_told() {
    assertThat(patient.finding("configuration"))
        .isEqualTo(
            Finding.ok(
                "configuration",
                "defaults; there is no " + root.resolve("home/.config/conclave/config.yaml")));
  }

  @Test
  void a_file_that_can_be_read_is_named() throws IOException {
    patient.configured("slots: 2\n");

    assertThat(patient.finding("configuration"))
        .isEqualTo(Finding.ok("configuration", root.resolve("config.yaml").toString()));
  }

  @Test
  void a_wrong_key_is_told_with_its_line_and_the_rest_is_examined_all_the_same()
      throws IOException {
    patient.configured("slots: 2\nbugdet: {usd: 2}\n");

    Finding wrong = patient.finding("configuration");

    assertThat(wrong.state()).isEqualTo(State.MALFORMED);
    assertThat(wrong.detail())
        .startsWith(
            root.resolve("config.yaml") + ":2: bugdet: unknown key; known here: agents, budget, ");
    assertThat(wrong.fix()).contains("correct it there; docs/configuration.md has all keys");
    assertThat(patient.finding("agent gemini").state()).isEqualTo(State.OPTIONAL);
  }

  @Test
  void a_file_that_is_named_and_not_there_is_unset_again() {
    patient.variable("CONCLAVE_CONFIG", root.resolve("gone.yaml").toString());

    Finding gone = patient.finding("configuration");

    assertThat(gone.state()).isEqualTo(State.MISSING);
    assertThat(gone.detail()).startsWith(root.resolve("gone.yaml") + ": does not exist");
    assertThat(gone.fix()).contains("unset CONCLAVE_CONFIG");
  }

  @Test
  void a_file_that_is_no_yaml_is_malformed_and_not_missing_and_its_line_is_told()
      throws IOException {
    patient.configured("tools: [gemini\nagents:\n  gemini: {argv: [x]\n");

    Finding broken = patient.finding("configuration");

    assertThat(broken.state()).isEqualTo(State.MALFORMED);
    assertThat(broken.detail()).startsWith(root.resolve("config.yaml") + ":2: ");
    assertThat(broken.fix()).isPresent();
  }

  @Test
  void a_file_of_bytes_and_a_folder_in_its_place_are_told_apart() throws IOException {
    patient.configured("");
    Files.write(root.resolve("config.yaml"), "größe: 1".getBytes(StandardCharsets.ISO_8859_1));
    assertThat(patient.finding("configuration").detail())
        .endsWith("is not UTF-8; save it as UTF-8");

    Files.createDirectories(root.resolve("folder"));
    patient.variable("CONCLAVE_CONFIG", root.resolve("folder").toString());
    assertThat(patient.finding("configuration").detail()).contains("is no regular file");
  }

  @Test
  void a_file_that_is_not_ours_to_read_comes_with_chmod() throws IOException {
    Path file = patient.file("my config.yaml", "slots: 2\n");
    patient.variable("CONCLAVE_CONFIG", file.toString());
    assertThat(file.toFile().setReadable(false)).isTrue();
    assumeFalse(Files.isReadable(file), "skipped: root reads everything");

    Finding locked = patient.finding("configuration");

    assertThat(locked.detail()).endsWith("cannot be read: it is not yours to read");
    assertThat(locked.fix()).contains("chmod u+r '" + file + "'");
  }

  @Test
  void keys_of_encryption_that_cannot_be_had_are_missing_and_nothing_of_them_is_shown()
      throws IOException {
    patient.configured("encryption: {key_id: k1, keys: {k1: \"env:OUR_KEY\"}}\n");
    Finding none = patient.finding("encryption");
    assertThat(none.state()).isEqualTo(State.MISSING);
    assertThat(none.detail()).contains("OUR_KEY");

    String key = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=";
    patient.variable("OUR_KEY", key);
    Finding there = patient.finding("encryption");
    assertThat(there.state()).isEqualTo(State.OK);
    assertThat(there.fix()).isEqualTo(Optional.empty());
    assertThat(patient.examined().toString()).doesNotContain(key);
  }
}
