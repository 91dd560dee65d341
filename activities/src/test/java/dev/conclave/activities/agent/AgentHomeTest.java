package dev.conclave.activities.agent;

import static java.nio.charset.StandardCharsets.UTF_16;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.conclave.activities.agent.cli.AgentCli.HomeFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins are copied in, and only a refreshed one is copied back. */
class AgentHomeTest {
  private static final String OLD =
      "{\"tokens\": {\"refresh\": \"old\", \"expires\": 1}, \"helper\": \"none\"}";
  private static final String NEW =
      "{\"tokens\":{\"refresh\":\"new\",\"expires\":2},\"helper\":\"none\"}";

  @TempDir Path root;
  private Path login;
  private Path call;
  private AgentHome home;

  @BeforeEach
  void fill() throws Exception {
    login = Files.writeString(root.resolve("auth.json"), OLD);
    call = Files.createDirectory(root.resolve("call"));
    home =
        new AgentHome(
            call,
            List.of(
                new HomeFile(login, ".cli/auth.json", true),
                new HomeFile(root.resolve("none"), ".cli/settings", false)));
    home.fill();
    assertThat(call.resolve("home/.cli/auth.json")).hasContent(OLD);
    assertThat(call.resolve("home/.cli/settings")).doesNotExist();
    assertThat(call.resolve("logins")).hasContent(".cli/auth.json");
  }

  @Test
  void a_refreshed_login_is_copied_back_and_no_copy_remains() throws Exception {
    Files.writeString(call.resolve("refreshed/.cli/auth.json"), NEW);
    home.empty();

    assertThat(login).hasContent(NEW);
    assertThat(call).isEmptyDirectory();
  }

  @Test
  void an_ambiguously_encoded_login_is_normalized_before_it_is_copied_back() throws Exception {
    String written = NEW.replaceFirst("\\{", "{\"helper\": \"sh -c evil\", ") + "{\"helper\": 1}";
    Files.write(call.resolve("refreshed/.cli/auth.json"), written.getBytes(UTF_16));
    home.empty();

    JsonNode given = new ObjectMapper().readTree(NEW);
    assertThat(new ObjectMapper().readTree(Files.readString(login))).isEqualTo(given);
    assertThat(login).content().doesNotContain("evil").endsWith("}").hasSize(NEW.length());
  }

  @Test
  void a_login_renewed_by_the_user_meanwhile_is_kept() throws Exception {
    String renewed = NEW.replace("new", "renewed");
    Files.writeString(login, renewed);
    Files.writeString(call.resolve("refreshed/.cli/auth.json"), NEW);
    home.empty();

    assertThat(login).hasContent(renewed);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "no JSON",
        "[]",
        "{\"tokens\": {\"refresh\": \"x\"}}",
        "{\"tokens\": {\"refresh\": \"x\", \"expires\": 1}, \"helper\": \"sh -c evil\"}",
        "{\"tokens\": {\"refresh\": \"x\", \"until\": 1}, \"helper\": \"none\"}",
        "{\"tokens\": {\"refresh\": {\"run\": \"evil\"}, \"expires\": 1}, \"helper\": \"none\"}"
      })
  void invalid_refreshed_logins_are_not_copied_back(String written) throws Exception {
    Files.writeString(call.resolve("refreshed/.cli/auth.json"), written);
    home.empty();

    assertThat(login).hasContent(OLD);
  }
}
