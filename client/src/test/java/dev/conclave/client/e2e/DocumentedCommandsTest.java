package dev.conclave.client.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.conclave.client.Manual;
import dev.conclave.client.Manual.Command;
import dev.conclave.client.Run;
import dev.conclave.workflows.gate.AnswerKind;
import dev.conclave.workflows.gate.GateType;
import dev.conclave.workflows.text.Words;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Types every command of the README and the pages on a machine with a real server and worker.
 * Before a command that answers a gate, a session is brought to that gate.
 */
@RealMachine
@Order(4) // slow
@Tag("e2e")
class DocumentedCommandsTest {
  private static final String TASK = "Add rate limiting per client to the server";
  private static final Pattern KIND =
      Pattern.compile("conclave answer \\S+ ([a-z-]+)|\"kind\": *\"([a-z-]+)\"");
  private static final Pattern USUAL = Pattern.compile("conclave (decide|clarify|confirm)\\b(.*)");
  private static final Pattern GATE =
      Pattern.compile("\\b\\d-(?:decision|confirmation|clarification|budget)\\b");

  /** These block the terminal until ended; other tests end them. */
  private static final List<String> STAY =
      List.of(
          "conclave ui",
          "conclave ui --open",
          "conclave worker",
          "conclave worker --own-host-only",
          "conclave logs -f",
          "conclave logs worker -f");

  /** Needs workers of two builds; covered by the worker's tests. */
  private static final String BUILDS = "temporal worker deployment";

  /** The default address of the codec server. */
  private static final String CODEC = "http://127.0.0.1:8235";

  private static final List<Integer> GOOD = List.of(0, 10);

  @AutoClose private Laptop laptop;

  @BeforeAll
  void a_machine_with_two_agents(@TempDir Path folder) throws Exception {
    laptop = new Laptop(folder).setting("tools: [alpha, beta]");
    for (var part : Script.PARTS.entrySet()) {
      laptop.file(part.getKey(), part.getValue() + "\n");
    }
    laptop.file("Makefile", "test:\n\tgrep -q handler src/server.py\n").withServer().installed();
    laptop.shell("git config user.name Ada && git config user.email ada@example.org").ended(0);
    CountingAgent.on(laptop, "alpha", "beta").quarrel("quick", "solid");
  }

  @Test
  void every_documented_command_does_what_it_says() throws Exception {
    laptop.shell("git clone -q . ~/shop").ended(0);
    List<String> wrong = new ArrayList<>();
    for (Command command : toType()) {
      Optional<GateType> needed = needed(command.text());
      if (needed.isPresent()) {
        stand(needed.get());
      } else if (command.text().matches(".*(show|watch|export|query|cancel|resume).*")) {
        stand(GateType.DECISION);
      }
      String line = ofThisSession(command.text());
      // Users type these after loading the environment once.
      String typed =
          line.startsWith("temporal ") ? "eval \"$(conclave temporal-env)\"; " + line : line;
      Run said = laptop.shell(typed);
      if (!GOOD.contains(said.code())) {
        wrong.add(command + "\n" + said);
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** Returns each command once; those that stop the worker come last because it starts slowly. */
  private static Collection<Command> toType() throws IOException {
    Map<String, Command> found = new LinkedHashMap<>();
    Manual.commands().stream()
        .filter(command -> command.block() && !command.isForm())
        .filter(command -> !STAY.contains(command.text()) && !command.text().startsWith(BUILDS))
        .sorted(Comparator.comparing(command -> command.text().contains("conclave down")))
        .forEach(command -> found.putIfAbsent(command.text(), command));
    return found.values();
  }

  /** Returns the gate that a command answers. */
  private static Optional<GateType> needed(String command) {
    Matcher usual = USUAL.matcher(command);
    if (usual.find()) {
      return Optional.of(
          switch (usual.group(1)) {
            case "decide" -> GateType.DECISION;
            case "clarify" -> GateType.CLARIFICATION;
            default -> GateType.CONFIRMATION;
          });
    }
    Matcher kind = KIND.matcher(command);
    if (!kind.find()) {
      return Optional.empty();
    }
    String word = Optional.ofNullable(kind.group(1)).orElseGet(() -> kind.group(2));
    return Arrays.stream(GateType.values())
        .sorted((a, b) -> Boolean.compare(b == GateType.DECISION, a == GateType.DECISION))
        .filter(type -> type.kinds().stream().anyMatch(k -> named(k, word)))
        .findFirst();
  }

  private static boolean named(AnswerKind kind, String word) {
    return Words.of(kind).equals(word);
  }

  /** Brings the last session to such a gate. */
  private void stand(GateType type) throws IOException {
    if (openGate().equals(Words.of(type))) {
      return;
    }
    switch (type) {
      case DECISION -> begin("--max-rounds 1");
      case CONFIRMATION -> {
        stand(GateType.DECISION);
        laptop.types("answer last approve --solution 1 --watch").ended(10);
      }
      case COMMANDS -> {
        stand(GateType.CONFIRMATION);
        laptop.types("answer last execute --watch").ended(10);
      }
      case CLARIFICATION -> begin("--tools quick,solid --max-rounds 2");
      case BUDGET -> begin("--budget-calls 1");
    }
    assertThat(openGate()).isEqualTo(Words.of(type));
  }

  private void begin(String options) {
    laptop.types("plan '%s' %s", TASK, options).ended(10);
  }

  private String openGate() throws IOException {
    if (!Files.exists(laptop.repository().resolve(".workflow"))) {
      return "";
    }
    return laptop.session().path("gate").path("type").asText();
  }

  /** Replaces the page's ids with those of the current session. */
  private String ofThisSession(String command) {
    if (!command.contains("MCP-") && !GATE.matcher(command).find()) {
      return command;
    }
    var session = laptop.session();
    String here = command.contains(CODEC) ? command.replace(CODEC, codec()) : command;
    return GATE.matcher(here)
        .replaceAll(session.path("gate").path("id").asText("1-decision"))
        .replaceAll("MCP-…|MCP-[a-z0-9-]+", session.path("session").asText());
  }

  private String codec() {
    return laptop.conclave("status", "--json").json().at("/server/codec").asText();
  }
}
