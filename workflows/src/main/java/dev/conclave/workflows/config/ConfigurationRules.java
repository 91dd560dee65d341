package dev.conclave.workflows.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.api.ExecutionActivities.Command;
import dev.conclave.workflows.config.Configuration.MessagePolicy;
import dev.conclave.workflows.config.Configuration.SandboxPolicy;
import dev.conclave.workflows.config.NotificationConfiguration.Webhook;
import dev.conclave.workflows.model.AgentStatus;
import dev.conclave.workflows.model.ApproverKey;
import dev.conclave.workflows.text.Language;
import dev.conclave.workflows.text.Words;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Checks ranges and cross-references of a configuration in the document: a record cannot
 * distinguish zero from absent. Messages never quote a webhook's address, which may be secret.
 */
record ConfigurationRules(YamlDocument document) {

  /** Moves {@code agents.sandbox}, a setting for all agents, out of the map of agents. */
  void liftSandbox() {
    document.require(!document.root().has("sandbox"), "/sandbox", "put it under agents");
    JsonNode policy = document.root().at("/agents/sandbox");
    if (!policy.isMissingNode() && document.root().get("agents") instanceof ObjectNode agents) {
      // YAML parses off as false.
      String word = policy.isBoolean() && !policy.asBoolean() ? "off" : policy.asText();
      document.require(
          Words.parse(SandboxPolicy.class, word).isPresent(),
          "/agents/sandbox",
          "use " + Words.oneOf(List.of(SandboxPolicy.values())));
      agents.remove("sandbox");
      document.root().put("sandbox", word);
    }
  }

  void check(Configuration configuration) {
    checkLimits();
    configuration.agents().forEach(this::checkAgent);
    Set<String> known = new TreeSet<>(AgentProgram.builtIn());
    known.addAll(configuration.agents().keySet());
    for (String list : List.of("/tools", "/fallback")) {
      JsonNode names = document.root().at(list);
      for (int i = 0; i < names.size(); i++) {
        checkName(list + "/" + i, names.get(i).asText(), known);
      }
    }
    configuration.moderator().ifPresent(name -> checkName("/moderator", name, known));
    document.require(
        configuration.moderator().filter(AgentStatus.DIRECT::equals).isEmpty(),
        "/moderator",
        "direct has no model, so it cannot moderate: name another agent");
    document.require(
        Language.TAGS.containsAll(configuration.languages()), "/languages", "use en or zh");
    duration("/host_patience");
    range("/spool_days", 1, 3650);
    range("/spool_bytes", 1 << 20, Long.MAX_VALUE);
    range("/search/ace/timeout_seconds", 1, 3600);
    document.require(
        configuration
            .search()
            .ace()
            .filter(ace -> ace.command().isEmpty() == ace.url().isEmpty())
            .isEmpty(),
        "/search/ace",
        "set either command or url");
    document.require(
        configuration.encryption().filter(e -> !e.keys().containsKey(e.keyId())).isEmpty(),
        "/encryption",
        "key_id must name one of keys");
    document.require(
        configuration.messages() == MessagePolicy.LENIENT || configuration.encryption().isPresent(),
        "/messages",
        "sealed requires encryption: set key_id and keys");
    configuration
        .approvers()
        .forEach(
            (name, key) -> {
              String at = below("/approvers", name);
              document.require(
                  ApproverKey.isName(name), at, "a name is 1-40 letters, digits and . _ -");
              document.require(
                  ApproverKey.isPublicKey(key),
                  at,
                  "is not a public key: use the line printed by `conclave approver-key`");
            });
    document.require(configuration.approvers().size() <= 100, "/approvers", "at most 100 keys");
    checkWebhooks(configuration.notifications().webhooks());
    checkExecution();
    for (String model : keys("/prices")) {
      range(below("/prices", model) + "/input", 0, 1_000_000);
      range(below("/prices", model) + "/output", 0, 1_000_000);
    }
  }

  /** Checks the keys that a repository's own file may also set. */
  void checkLimits() {
    range("/slots", 1, 256);
    range("/max_output_bytes", 64 << 10, 1 << 30);
    range("/prompt_context_bytes", 1 << 10, 8 << 20);
    range("/budget/usd", 0, Integer.MAX_VALUE);
    range("/budget/calls", 1, Integer.MAX_VALUE);
    range("/budget/tokens", 1, Long.MAX_VALUE);
    timeouts("/timeouts");
  }

  private void checkName(String at, String name, Set<String> known) {
    document.require(
        known.contains(name),
        at,
        "unknown agent \"%s\"; known agents: %s".formatted(name, String.join(", ", known)));
  }

  private void checkAgent(String name, AgentConfiguration agent) {
    String at = below("/agents", name);
    document.require(
        name.matches("[a-z0-9][a-z0-9._-]{0,39}"), at, "a name is 1-40 of a-z 0-9 . _ -");
    range(at + "/slots", 1, 64);
    timeouts(at + "/timeouts");
    duration(at + "/stale_after");
    String type = agent.typeFor(name);
    String known = "one of " + String.join(", ", new TreeSet<>(AgentProgram.types()));
    document.require(
        AgentProgram.types().contains(type),
        at,
        type.equals(name)
            ? "is not a built-in agent: set its type (%s) or its command line, for example argv: [my-agent, --json]"
                .formatted(known)
            : "type \"" + type + "\" is not " + known);
    boolean custom = type.equals(AgentProgram.CUSTOM);
    document.require(
        !custom || agent.argv().stream().findFirst().filter(p -> !p.isBlank()).isPresent(),
        at + "/argv",
        "a custom agent needs its command line, for example argv: [my-agent, --json]");
    document.require(
        custom || agent.argv().isEmpty(),
        at + "/argv",
        "is only for custom agents, and \"%s\" is built in: remove it, or set type: custom"
            .formatted(type));
    for (String argument : agent.extraArgs()) {
      document.require(
          AgentProgram.find(type).filter(program -> program.sets(argument)).isEmpty(),
          at + "/extra_args",
          "\"%s\" overrides what Conclave sets for %s: remove it".formatted(argument, type));
      document.require(
          custom || !argument.matches("(-m|--model)(=.*)?"),
          at + "/extra_args",
          "set the model with model, not in extra_args");
    }
    document.require(
        agent.output().matches("text|(json|jsonl):(/.*)?"),
        at + "/output",
        "use text, json:/pointer or jsonl:/pointer");
    for (String place : agent.networkAllow()) {
      document.require(
          place.matches("(\\w[\\w-]*(\\.[\\w-]+)*|\\[[0-9A-Fa-f:.]+]):[1-9]\\d{0,4}")
              && Integer.parseInt(place.substring(place.lastIndexOf(':') + 1)) < 1 << 16,
          at + "/network_allow",
          "use host:port, such as localhost:11434");
      document.require(
          agent.network() == AgentConfiguration.Network.API,
          at + "/network_allow",
          "only applies to network: api; remove it for " + Words.of(agent.network()));
    }
    absolute(at + "/readable");
    absolute(at + "/writable");
    document.require(
        !custom || !agent.write() || !agent.writeArgv().isEmpty(),
        at,
        "write: true requires write_argv");
  }

  private void absolute(String list) {
    for (JsonNode path : document.root().at(list)) {
      requireAbsolute(path.asText(), list);
    }
  }

  private void requireAbsolute(String path, String at) {
    document.require(path.matches("(~|)/.*"), at, "use absolute paths, or ~/ for your home");
  }

  private void checkExecution() {
    String at = "/execution";
    duration(at + "/check_timeout");
    range(at + "/slots", 1, 64);
    absolute(at + "/readable");
    checkLines(at);
    for (String repository : keys(at + "/repositories")) {
      String below = below(at + "/repositories", repository);
      requireAbsolute(repository, below);
      checkLines(below);
    }
  }

  private void checkLines(String at) {
    for (String list : List.of("/setup", "/checks", "/include")) {
      for (JsonNode line : document.root().at(at + list)) {
        document.require(
            Command.isLine(line.asText()),
            at + list,
            "each is one line of 1 to " + Command.LONGEST + " characters");
      }
    }
  }

  private void checkWebhooks(List<Webhook> webhooks) {
    Set<String> names = new HashSet<>();
    for (int i = 0; i < webhooks.size(); i++) {
      String at = "/notifications/webhooks/" + i;
      Webhook webhook = webhooks.get(i);
      String name = webhook.name().orElse("unnamed " + i);
      document.require(
          name.matches("[\\p{L}\\p{N}][\\p{L}\\p{N} ._-]{0,39}"),
          at + "/name",
          "a name is 1-40 letters, digits, spaces and . _ -");
      document.require(names.add(name), at + "/name", "another webhook has this name");
      if (!SecretSource.isReference(webhook.url())) {
        Webhook.problem(webhook.url())
            .ifPresent(problem -> document.require(false, at + "/url", problem));
      }
      document.require(
          webhook.key().map(SecretSource::isReference).orElse(true),
          at + "/key",
          "name the source of the key, env:NAME or file:PATH, not the key itself");
    }
  }

  private void timeouts(String at) {
    for (String kind : keys(at)) {
      Set<String> kinds = new TreeSet<>(Configuration.TIMEOUTS.keySet());
      document.require(kinds.contains(kind), at + "/" + kind, YamlDocument.unknownKey(kind, kinds));
      duration(at + "/" + kind);
    }
  }

  private void duration(String at) {
    JsonNode node = document.root().at(at);
    if (!node.isMissingNode()) {
      Duration value = Words.duration(node.asText());
      document.require(
          value.compareTo(Duration.ofSeconds(1)) >= 0 && value.compareTo(Duration.ofDays(1)) <= 0,
          at,
          "must be between 1s and 24h");
    }
  }

  private void range(String at, long min, long max) {
    JsonNode node = document.root().at(at);
    if (!node.isMissingNode()) {
      BigDecimal value = node.isNumber() ? node.decimalValue() : BigDecimal.valueOf(-1);
      document.require(
          value.compareTo(BigDecimal.valueOf(min)) >= 0
              && value.compareTo(BigDecimal.valueOf(max)) <= 0,
          at,
          node.asText() + " is not between " + min + " and " + max);
    }
  }

  private List<String> keys(String at) {
    List<String> keys = new ArrayList<>();
    document.root().at(at).fieldNames().forEachRemaining(keys::add);
    return keys;
  }

  /** Appends a key to a JSON pointer, escaped. */
  private static String below(String at, String key) {
    return at + "/" + key.replace("~", "~0").replace("/", "~1");
  }
}
