package dev.conclave.workflows.config;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.api.AgentStatus;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The ranges and cross-references of a configuration. */
final class ConfigurationRules {
  private static final List<String> LANGUAGES = List.of("en", "zh");

  private final YamlDocument document;
  private final Ranges ranges;
  private final AgentRules agents;

  ConfigurationRules(YamlDocument document) {
    this.document = document;
    ranges = new Ranges(document);
    agents = new AgentRules(document);
  }

  void check(Configuration configuration) {
    checkLimits();
    configuration.agents().forEach(agents::check);
    checkNames("/tools", configuration);
    checkNames("/fallback", configuration);
    checkModerator(configuration);
    for (String language : configuration.languages()) {
      document.require(
          LANGUAGES.contains(language), "/languages", "\"" + language + "\" is neither en nor zh");
    }
    ranges.duration("/host_patience");
    ranges.range("/spool_days", 1, 3650);
    ranges.range("/spool_bytes", 1 << 20, Long.MAX_VALUE);
    configuration.search().ace().ifPresent(this::checkAce);
    configuration.encryption().ifPresent(this::checkEncryption);
    new WebhookRules(document).check(configuration.notifications().webhooks());
    ranges.range("/search/ace/timeout_seconds", 1, 3600);
    document.root().path("prices").properties().forEach(price -> checkPrice(price.getKey()));
  }

  /** What a repository's own file may set too. */
  void checkLimits() {
    ranges.range("/slots", 1, 256);
    ranges.range("/max_output_bytes", 64 << 10, 1 << 30);
    ranges.range("/prompt_context_bytes", 1 << 10, 8 << 20);
    ranges.range("/budget/usd", 0, Integer.MAX_VALUE);
    ranges.range("/budget/calls", 1, Integer.MAX_VALUE);
    ranges.range("/budget/tokens", 1, Long.MAX_VALUE);
    ranges.timeouts("/timeouts");
  }

  void checkSlots(String agent) {
    agents.checkSlots(agent);
  }

  private void checkNames(String list, Configuration configuration) {
    Set<String> known = known(configuration);
    JsonNode names = document.root().at(list);
    for (int i = 0; i < names.size(); i++) {
      checkName(list + "/" + i, names.get(i).asText(), known);
    }
  }

  private void checkName(String at, String name, Set<String> known) {
    Optional<String> near = Suggestion.of(name, known);
    document.require(
        known.contains(name),
        at,
        "there is no agent \"%s\"; %s"
            .formatted(
                name,
                near.map(word -> "did you mean \"" + word + "\"?")
                    .orElse("known: " + String.join(", ", known))));
  }

  private void checkModerator(Configuration configuration) {
    configuration
        .moderator()
        .ifPresent(
            name -> {
              checkName("/moderator", name, known(configuration));
              document.require(
                  !name.equals(AgentStatus.DIRECT),
                  "/moderator",
                  "direct has no model, so it cannot moderate: name another agent");
            });
  }

  private static Set<String> known(Configuration configuration) {
    Set<String> known = new TreeSet<>(AgentConfiguration.TYPES);
    known.remove("custom");
    known.addAll(configuration.agents().keySet());
    return known;
  }

  private void checkAce(AceConfiguration ace) {
    document.require(
        ace.command().isEmpty() == ace.url().isPresent(),
        "/search/ace",
        "give either command or url");
  }

  private void checkEncryption(EncryptionConfiguration encryption) {
    document.require(
        encryption.keys().containsKey(document.root().at("/encryption/key_id").asText()),
        "/encryption",
        "key_id must name one of keys");
  }

  private void checkPrice(String model) {
    String at = "/prices/" + model.replace("~", "~0").replace("/", "~1");
    ranges.range(at + "/input", 0, 1_000_000);
    ranges.range(at + "/output", 0, 1_000_000);
  }
}
