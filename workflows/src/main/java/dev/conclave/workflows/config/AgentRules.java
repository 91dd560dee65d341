package dev.conclave.workflows.config;

import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/** What makes the settings of one agent ones that it can be asked with. */
final class AgentRules {
  private static final Pattern NAME = Pattern.compile("[a-z0-9][a-z0-9._-]{0,39}");
  private static final Pattern OUTPUT = Pattern.compile("text|(json|jsonl):(/.*)?");

  private final YamlDocument document;
  private final Ranges ranges;

  AgentRules(YamlDocument document) {
    this.document = document;
    ranges = new Ranges(document);
  }

  void checkSlots(String agent) {
    ranges.range(at(agent) + "/slots", 1, 64);
  }

  void check(String name, AgentConfiguration agent) {
    String at = at(name);
    document.require(NAME.matcher(name).matches(), at, "a name has 1-40 of a-z 0-9 . _ -");
    checkSlots(name);
    ranges.timeouts(at + "/timeouts");
    ranges.duration(at + "/stale_after");
    String type = agent.typeFor(name);
    Set<String> types = new TreeSet<>(AgentConfiguration.TYPES);
    document.require(types.contains(type), at, unknownType(name, type, types));
    boolean custom = type.equals("custom");
    document.require(
        !custom || agent.argv().stream().findFirst().filter(p -> !p.isBlank()).isPresent(),
        at + "/argv",
        "a custom agent needs its command line, for example argv: [my-agent, --json]");
    document.require(
        custom || agent.argv().isEmpty(),
        at + "/argv",
        "belongs to custom agents alone, and \"%s\" is built in: leave it out, or set type: custom"
            .formatted(type));
    document.require(
        OUTPUT.matcher(agent.output()).matches(),
        at + "/output",
        "write text, json:/pointer or jsonl:/pointer");
    document.require(
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

  private static String at(String agent) {
    return "/agents/" + agent.replace("~", "~0").replace("/", "~1");
  }
}
