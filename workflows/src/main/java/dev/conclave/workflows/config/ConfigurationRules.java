package dev.conclave.workflows.config;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The ranges and cross-references of a configuration. Numbers are looked at in the document, since
 * a record cannot tell a zero from nothing.
 */
final class ConfigurationRules {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,39}");
  private static final Pattern OUTPUT = Pattern.compile("text|(json|jsonl):(/.*)?");
  private static final List<String> LANGUAGES = List.of("en", "zh");

  private final YamlDocument document;

  ConfigurationRules(YamlDocument document) {
    this.document = document;
  }

  void check(Configuration configuration) {
    checkLimits();
    configuration.agents().forEach(this::checkAgent);
    checkNames("/tools", configuration);
    checkNames("/fallback", configuration);
    for (String language : configuration.languages()) {
      require(
          LANGUAGES.contains(language), "/languages", "\"" + language + "\" is neither en nor zh");
    }
    duration("/host_patience");
    configuration.search().ace().ifPresent(this::checkAce);
    configuration.encryption().ifPresent(this::checkEncryption);
    new WebhookRules(document).check(configuration.notifications().webhooks());
    range("/search/ace/timeout_seconds", 1, 3600);
    document.root().path("prices").properties().forEach(price -> checkPrice(price.getKey()));
  }

  /** What a repository's own file may set too. */
  void checkLimits() {
    range("/slots", 1, 256);
    range("/max_output_bytes", 64 << 10, 1 << 30);
    range("/prompt_context_bytes", 1 << 10, 8 << 20);
    range("/budget/usd", 0, Integer.MAX_VALUE);
    range("/budget/calls", 1, Integer.MAX_VALUE);
    range("/budget/tokens", 1, Long.MAX_VALUE);
    timeouts("/timeouts");
  }

  void checkSlots(String agent) {
    range(at(agent) + "/slots", 1, 64);
  }

  private void checkAgent(String name, AgentConfiguration agent) {
    String at = at(name);
    require(NAME.matcher(name).matches(), at, "a name has 1-40 of a-z 0-9 . _ -");
    checkSlots(name);
    timeouts(at + "/timeouts");
    duration(at + "/stale_after");
    String type = agent.typeFor(name);
    Set<String> types = new TreeSet<>(AgentConfiguration.TYPES);
    require(types.contains(type), at, unknownType(name, type, types));
    boolean custom = type.equals("custom");
    require(
        !custom || agent.argv().stream().findFirst().filter(p -> !p.isBlank()).isPresent(),
        at + "/argv",
        "a custom agent needs its command line, for example argv: [my-agent, --json]");
    require(
        custom || agent.argv().isEmpty(),
        at + "/argv",
        "belongs to custom agents alone, and \"%s\" is built in: leave it out, or set type: custom"
            .formatted(type));
    require(
        OUTPUT.matcher(agent.output()).matches(),
        at + "/output",
        "write text, json:/pointer or jsonl:/pointer");
    require(
        !custom || !agent.write() || !agent.writeArgv().isEmpty(),
        at,
        "write: true needs write_argv");
  }

  private static String unknownType(String name, String type, Set<String> types) {
    String known = "one of " + String.join(", ", types);
    return type.equals(name)
        ? "is no agent that is built in: name its type ("
            + known
            + ") or give it argv, its command line: argv: [my-agent, --json]"
        : "type \"" + type + "\" is not " + known;
  }

  private void checkNames(String list, Configuration configuration) {
    Set<String> known = new TreeSet<>(AgentConfiguration.TYPES);
    known.remove("custom");
    known.addAll(configuration.agents().keySet());
    JsonNode names = document.root().at(list);
    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i).asText();
      Optional<String> near = Suggestion.of(name, known);
      require(
          known.contains(name),
          list + "/" + i,
          "there is no agent \"%s\"; %s"
              .formatted(
                  name,
                  near.map(word -> "did you mean \"" + word + "\"?")
                      .orElse("known: " + String.join(", ", known))));
    }
  }

  private void checkAce(Configuration.AceConfiguration ace) {
    require(
        ace.command().isEmpty() == ace.url().isPresent(),
        "/search/ace",
        "give either command or url");
  }

  private void checkEncryption(Configuration.EncryptionConfiguration encryption) {
    require(
        encryption.keys().containsKey(document.root().at("/encryption/key_id").asText()),
        "/encryption",
        "key_id must name one of keys");
  }

  private void checkPrice(String model) {
    String at = "/prices/" + model.replace("~", "~0").replace("/", "~1");
    range(at + "/input", 0, 1_000_000);
    range(at + "/output", 0, 1_000_000);
  }

  private void timeouts(String at) {
    document
        .root()
        .at(at)
        .fieldNames()
        .forEachRemaining(
            kind -> {
              require(
                  Timeouts.KINDS.contains(kind),
                  at + "/" + kind,
                  YamlDocument.unknownKey(kind, Timeouts.KINDS));
              duration(at + "/" + kind);
            });
  }

  private void duration(String at) {
    JsonNode node = document.root().at(at);
    if (!node.isMissingNode()) {
      Duration value = Durations.parse(node.asText());
      require(
          value.compareTo(Duration.ofSeconds(1)) >= 0 && value.compareTo(DAY) <= 0,
          at,
          "must be between 1s and 24h");
    }
  }

  private void range(String at, long min, long max) {
    JsonNode node = document.root().at(at);
    if (!node.isMissingNode()) {
      BigDecimal value = node.isNumber() ? node.decimalValue() : BigDecimal.valueOf(-1);
      boolean inside =
          value.compareTo(BigDecimal.valueOf(min)) >= 0
              && value.compareTo(BigDecimal.valueOf(max)) <= 0;
      require(inside, at, node.asText() + " is not between " + min + " and " + max);
    }
  }

  private void require(boolean holds, String at, String message) {
    if (!holds) {
      throw document.error(JsonPointer.compile(at), message);
    }
  }

  private static String at(String agent) {
    return "/agents/" + agent.replace("~", "~0").replace("/", "~1");
  }
}
