package dev.conclave.workflows.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RepositoryLimitsTest {
  @TempDir Path repository;

  @Test
  void a_repository_without_the_file_limits_nothing() {
    assertThat(RepositoryLimits.read(repository)).isEmpty();
  }

  @Test
  void lower_limits_apply_and_higher_ones_do_not() throws IOException {
    Configuration user =
        user("slots: 4\nbudget: {usd: 3}\nagents:\n  gemini: {timeouts: {analysis: 30m}}\n");

    Configuration narrowed =
        limits(
                """
                tools: [gemini, claude]
                slots: 64
                budget: {usd: 10, calls: 5}
                timeouts: {analysis: 2m, planning: 5h}
                """)
            .narrow(user);

    assertThat(narrowed.analysts()).containsExactly("gemini");
    assertThat(narrowed.chain()).containsExactly("gemini", "claude", "direct");
    assertThat(narrowed.slots()).isEqualTo(4);
    assertThat(narrowed.budget().usd()).contains(3.0);
    assertThat(narrowed.budget().calls()).contains(5);
    assertThat(narrowed.timeouts().get("analysis")).isEqualTo(Duration.ofMinutes(2));
    assertThat(narrowed.timeouts().get("planning")).isEqualTo(Duration.ofMinutes(15));
    assertThat(narrowed.agent("gemini").timeouts())
        .containsEntry("analysis", Duration.ofMinutes(2));
  }

  @Test
  void a_forbidden_agent_is_not_used_as_a_fallback_either() throws IOException {
    RepositoryLimits limits = limits("tools: [gemini]\n");

    assertThat(limits.permits("codex")).isFalse();
    assertThat(limits.permits("direct")).isTrue();
    assertThat(limits.narrow(Configuration.defaults()).chain()).containsExactly("gemini", "direct");
    assertThatThrownBy(() -> limits("tools: [mine]\n").narrow(Configuration.defaults()))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining("--tools");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agents: {gemini: {binary: ./evil}}",
        "agents: {mine: {argv: [./evil]}}",
        "search: {ace: {command: [./evil]}}",
        "encryption: {key_id: k}",
        "prices: {}",
        "trust_agent_settings: true",
        "own_host_only: true"
      })
  void any_setting_that_could_widen_is_refused_with_the_reason(String yaml) {
    assertThatThrownBy(() -> limits(yaml))
        .isInstanceOf(ConfigurationException.class)
        .hasMessageContaining(".conclave.yaml:1:")
        .hasMessageContaining("unknown key");
  }

  @Test
  void an_unknown_key_is_refused_with_the_known_ones() {
    assertThatThrownBy(() -> limits("budgett: {usd: 1}"))
        .hasMessageContaining("did you mean \"budget\"?");
  }

  @Test
  void a_link_is_not_followed() throws IOException {
    Path secret = Files.writeString(repository.resolve("secret"), "password: hunter2");
    Files.createSymbolicLink(repository.resolve(RepositoryLimits.FILE), secret);

    assertThatThrownBy(() -> RepositoryLimits.read(repository))
        .hasMessageContaining("not a regular file")
        .hasMessageNotContaining("password");
  }

  private RepositoryLimits limits(String yaml) throws IOException {
    Files.writeString(repository.resolve(RepositoryLimits.FILE), yaml);
    return RepositoryLimits.read(repository).orElseThrow();
  }

  private Configuration user(String yaml) throws IOException {
    return Configuration.read(Files.writeString(repository.resolve("config.yaml"), yaml));
  }
}
