package dev.conclave.worker.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.conclave.worker.stack.LocalStack;
import dev.conclave.worker.stack.NamespaceSetup;
import dev.conclave.workflows.temporal.SearchAttributes;
import dev.conclave.workflows.temporal.UiPages;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks docker-compose.yml and Dockerfile as text. {@code deploy/try} starts the image. */
@Tag("deploy")
class ComposeTest {
  private static final Path ROOT = Path.of(System.getProperty("conclave.root", ".."));

  @Test
  void it_is_valid_by_the_schema_of_the_compose_specification() throws Exception {
    assertThat(errors(compose())).isEmpty();
  }

  @Test
  void the_schema_finds_a_key_unknown_to_compose() throws Exception {
    ObjectNode broken = compose();
    ((ObjectNode) broken.path("services").path("worker")).put("restarts", "always");

    assertThat(errors(broken)).anyMatch(error -> error.contains("restarts"));
  }

  @Test
  void every_service_waits_for_reachable_states_of_existing_services() throws Exception {
    JsonNode services = compose().path("services");
    for (Map.Entry<String, JsonNode> service : services.properties()) {
      for (Map.Entry<String, JsonNode> other : service.getValue().path("depends_on").properties()) {
        JsonNode awaited = services.path(other.getKey());
        assertThat(awaited.isObject()).as(other.getKey()).isTrue();
        switch (other.getValue().path("condition").asText()) {
          case "service_healthy" ->
              assertThat(awaited.has("healthcheck")).as(other.getKey()).isTrue();
          case "service_completed_successfully" ->
              assertThat(awaited.path("restart").asText()).startsWith("on-failure");
          default -> throw new AssertionError("no health gate: " + service.getKey());
        }
      }
    }
  }

  @Test
  void every_image_is_pinned_and_none_is_the_deprecated_one() throws Exception {
    for (JsonNode service : compose().path("services")) {
      String image = service.path("image").asText();
      assertThat(image).matches("[a-z/-]+:\\d+(\\.\\d+)+").doesNotContain("auto-setup");
    }
    assertThat(instructions("FROM"))
        .hasSize(2)
        .allSatisfy(from -> assertThat(from).matches("debian:[a-z]+-\\d{8}-slim( AS build)?"));
  }

  @Test
  void ports_are_published_only_on_this_machine() throws Exception {
    for (JsonNode service : compose().path("services")) {
      for (JsonNode port : service.path("ports")) {
        assertThat(port.asText()).startsWith("127.0.0.1:");
      }
      assertThat(service.path("network_mode").isMissingNode()).isTrue();
      assertThat(service.path("privileged").asBoolean()).isFalse();
    }
    assertThat(compose().path("services").path("postgres").has("ports")).isFalse();
  }

  @Test
  void the_worker_sandboxes_agents_without_new_privileges_and_links_to_the_ui() throws Exception {
    JsonNode services = compose().path("services");
    assertThat(services.path("worker").path("security_opt"))
        .extracting(JsonNode::asText)
        .containsExactly(
            "no-new-privileges:true",
            "apparmor=unconfined",
            "seccomp=unconfined",
            "systempaths=unconfined");
    assertThat(services.path("worker").path("cap_drop").get(0).asText()).isEqualTo("ALL");
    String published = services.path("ui").path("ports").get(0).asText();
    assertThat(services.path("worker").path("environment").path(UiPages.VARIABLE).asText())
        .isEqualTo(
            "${%s:-http://%s}"
                .formatted(UiPages.VARIABLE, published.substring(0, published.lastIndexOf(':'))));
  }

  @Test
  void no_password_is_hard_coded() throws Exception {
    for (JsonNode service : compose().path("services")) {
      for (Map.Entry<String, JsonNode> variable : service.path("environment").properties()) {
        if (variable.getKey().matches(".*(PASSWORD|PWD|KEY|TOKEN).*")) {
          assertThat(variable.getValue().asText("null"))
              .as(variable.getKey())
              .matches("null|\\$\\{POSTGRES_PASSWORD:\\?.*}");
        }
      }
    }
    assertThat(Files.readAllLines(ROOT.resolve(".env.example"))).contains("POSTGRES_PASSWORD=");
  }

  @Test
  void namespace_retention_and_search_attributes_match_the_code() throws Exception {
    JsonNode environment = compose().path("services").path("namespace").path("environment");

    assertThat(environment.path("RETENTION").asText())
        .isEqualTo(NamespaceSetup.RETENTION.toDays() + "d");
    List<String> ours =
        SearchAttributes.all().stream()
            .map(
                key ->
                    key.getName()
                        + "="
                        + key.getValueType()
                            .name()
                            .replace("INDEXED_VALUE_TYPE_", "")
                            .toUpperCase(Locale.ROOT))
            .toList();
    assertThat(environment.path("SEARCH_ATTRIBUTES").asText().split("\\s+"))
        .extracting(
            pair ->
                pair.substring(0, pair.indexOf('='))
                    + pair.substring(pair.indexOf('=')).toUpperCase(Locale.ROOT))
        .containsExactlyElementsOf(ours);
  }

  @Test
  void every_volume_is_named_or_an_existing_folder() throws Exception {
    JsonNode compose = compose();
    for (JsonNode service : compose.path("services")) {
      for (JsonNode volume : service.path("volumes")) {
        String source = volume.asText().split(":", -1)[0];
        if (source.startsWith("./")) {
          assertThat(ROOT.resolve(source)).isDirectory();
          assertThat(volume.asText()).endsWith(":ro");
        } else {
          assertThat(compose.path("volumes").has(source)).as(source).isTrue();
        }
      }
    }
  }

  @Test
  void the_image_runs_unprivileged_under_an_init_with_a_health_check() throws Exception {
    assertThat(instructions("USER")).containsExactly("conclave");
    assertThat(instructions("ENTRYPOINT")).singleElement().asString().startsWith("[\"tini\"");
    assertThat(instructions("CMD")).containsExactly("[\"worker\"]");
    assertThat(instructions("HEALTHCHECK")).singleElement().asString().contains("/healthz");
  }

  @Test
  void the_image_uses_the_same_quiet_jvm_options_as_every_other_jvm() throws Exception {
    Matcher java =
        Pattern.compile("openjdk-(\\d+)-jre").matcher(Files.readString(ROOT.resolve("Dockerfile")));
    assertThat(java.find()).isTrue();

    String start = Files.readString(ROOT.resolve("deploy/conclave"));
    assertThat(LocalStack.quietJvmOptions(Integer.parseInt(java.group(1))))
        .allSatisfy(option -> assertThat(start).contains(" " + option + " "));
  }

  @Test
  void the_build_includes_every_module() throws Exception {
    List<String> sent = Files.readAllLines(ROOT.resolve(".dockerignore"));
    Files.readAllLines(ROOT.resolve("pom.xml")).stream()
        .filter(line -> line.contains("<module>"))
        .map(line -> "!" + line.replaceAll(".*<module>(.*)</module>.*", "$1"))
        .forEach(module -> assertThat(sent).contains(module));
    assertThat(sent).contains("!docs", "!deploy/conclave");
  }

  private static List<String> errors(JsonNode compose) throws Exception {
    try (InputStream in =
        Objects.requireNonNull(
            ComposeTest.class.getResourceAsStream("/compose-specification/compose-spec.json"))) {
      ObjectNode schema = (ObjectNode) new JsonMapper().readTree(in);
      schema.remove("$id"); // a relative id without a base
      return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
          .getSchema(schema.toString(), InputFormat.JSON)
          .validate(compose.toString(), InputFormat.JSON)
          .stream()
          .map(Object::toString)
          .toList();
    }
  }

  private static ObjectNode compose() throws Exception {
    return (ObjectNode) new YAMLMapper().readTree(ROOT.resolve("docker-compose.yml").toFile());
  }

  /** Returns the arguments of a Dockerfile instruction, with continued lines joined. */
  private static List<String> instructions(String name) throws Exception {
    List<String> found = new ArrayList<>();
    String text = Files.readString(ROOT.resolve("Dockerfile")).replace("\\\n", " ");
    for (String line : text.split("\n", -1)) {
      if (line.startsWith(name + " ")) {
        found.add(line.substring(name.length()).strip());
      }
    }
    return found;
  }
}
