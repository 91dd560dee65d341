package dev.conclave.activities.agent;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.agent.CodeAround.Piece;
import dev.conclave.activities.discussion.Aliases;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.api.AskRequest;
import dev.conclave.workflows.api.ContextPackage;
import dev.conclave.workflows.discussion.CodeLocation;
import dev.conclave.workflows.discussion.Ledger;
import dev.conclave.workflows.plan.PlanPreview.SentFile;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** Prompts from the templates beside this class. Thread-safe. */
public final class TemplatePrompts implements PromptWriter {
  private static final String FOLDER = "dev/conclave/activities/agent/";
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Most bytes of a reply that its repair quotes. */
  private static final int QUOTED_BYTES = 16 << 10;

  private final PebbleEngine engine;
  private final PromptSources sources;
  private final Map<String, Expected> expected;
  private final UnaryOperator<String> perspectives;
  private final UnaryOperator<String> redact;

  /**
   * A writer.
   *
   * @param expected the form of a reply, by template
   * @param perspectives from an agent's name to what it looks from
   * @param redact takes secrets out
   */
  public TemplatePrompts(
      DocumentStore documents,
      Map<String, Expected> expected,
      UnaryOperator<String> perspectives,
      UnaryOperator<String> redact) {
    this.sources = new PromptSources(documents);
    this.expected = Map.copyOf(expected);
    this.perspectives = perspectives;
    this.redact = redact;
    ClasspathLoader loader = new Templates();
    loader.setPrefix(FOLDER);
    loader.setSuffix(".peb");
    this.engine =
        new PebbleEngine.Builder().loader(loader).autoEscaping(false).strictVariables(true).build();
  }

  @Override
  public String write(AskRequest request, Path directory) {
    Fence fence = Fence.random();
    Map<String, Object> model = new LinkedHashMap<>();
    model.put("fence", fence.word());
    model.put("task", fence.around("task", request.task()));
    model.put("direction", notes(request, fence, "direction"));
    Expected form = expected.get(request.template());
    if (form == null) {
      throw new IllegalStateException("no form of a reply for template " + request.template());
    }
    boolean chinese = request.languages().contains("zh");
    model.put("schema", schema(form.schema(), chinese));
    model.put("example", form.example());
    model.put("chinese", chinese);
    // One fence around all: with one for each file they would be a sixth of the prompt.
    String code = code(request, directory).stream().map(Piece::text).collect(Collectors.joining());
    model.put("context", code.isEmpty() ? "" : fence.around("workspace and files", code));
    model.put("mapped", hasNoMapYet(request));
    Optional<LedgerPart> ledger =
        sources
            .ledger(request)
            .map(
                one ->
                    new LedgerPart(one, request.round(), Aliases.of(request.callId(), one), fence));
    switch (request.role()) {
      case ANALYST -> analyst(request, fence, ledger, model);
      case MODERATOR -> moderator(request, fence, ledger.orElseThrow(), model);
      case PLANNER -> planner(request, fence, ledger, model);
      case TOPIC_ANALYZER -> {} // has its task and its tree
    }
    String prompt = render(request.template(), model);
    return redact.apply(request.repair().isEmpty() ? prompt : prompt + repair(request, fence));
  }

  /** What {@link #write} puts into the prompt of each file, before secrets go out. */
  public List<SentFile> sentFiles(AskRequest request, Path directory) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    code(request, directory)
        .forEach(piece -> bytes.merge(piece.path(), (long) piece.bytes(), Long::sum));
    bytes.remove("");
    return bytes.entrySet().stream().map(e -> new SentFile(e.getKey(), e.getValue())).toList();
  }

  private List<Piece> code(AskRequest request, Path directory) {
    ContextPart context =
        new ContextPart(
            new CodeAround(directory), sources.context(request).flatMap(ContextPackage::map));
    Ledger ledger = sources.ledger(request).orElse(Ledger.EMPTY);
    int bytes = request.contextBytes();
    return switch (request.role()) {
      case MODERATOR, TOPIC_ANALYZER -> List.of();
      case PLANNER -> {
        List<CodeLocation> places = new ArrayList<>(sources.places(request));
        places.addAll(LedgerPart.agreedPlaces(ledger));
        yield context.forPlanner(places, bytes);
      }
      case ANALYST ->
          hasNoMapYet(request)
              ? context.first(bytes)
              : context.later(LedgerPart.openPlaces(ledger), bytes);
    };
  }

  /** Whether an agent has said nothing yet: its first prompt, or that after a new direction. */
  private boolean hasNoMapYet(AskRequest request) {
    return sources.ledger(request).orElse(Ledger.EMPTY).statements().stream()
        .noneMatch(said -> said.agent().equals(request.agent()));
  }

  private void analyst(
      AskRequest request, Fence fence, Optional<LedgerPart> ledger, Map<String, Object> model) {
    model.put("perspective", perspectives.apply(request.agent()));
    List<String> human = notes(request, fence, "decided", "clarifications", "feedback");
    model.put("human", ledger.map(part -> part.hidden(human)).orElse(human));
    model.put("serial", request.notes().containsKey("serial"));
    model.put("ledger", ledger.map(LedgerPart::ballot).orElse(List.of()));
    model.put("points", ledger.map(part -> part.unvoted("P", request.agent())).orElse(""));
    model.put("conflicts", ledger.map(part -> part.unvoted("C", request.agent())).orElse(""));
    model.put("voted", ledger.map(part -> part.voted(request.agent())).orElse(""));
    model.put("own", ledger.map(part -> part.own(request.agent())).orElse(List.of()));
  }

  private void moderator(
      AskRequest request, Fence fence, LedgerPart ledger, Map<String, Object> model) {
    List<String> human = notes(request, fence, "decided", "clarifications", "feedback");
    model.put("human", ledger.hidden(human));
    model.put("ledger", ledger.known());
    model.put("statements", ledger.fresh());
    model.put("unclear", ledger.unclear());
  }

  private void planner(
      AskRequest request, Fence fence, Optional<LedgerPart> ledger, Map<String, Object> model) {
    String name = request.notes().getOrDefault("solution", "");
    model.put(
        "solution", fence.around("solution", sources.shownSolution(request, name).orElse(name)));
    model.put("consensus", ledger.map(LedgerPart::forPlan).orElse(List.of()));
    model.put(
        "constraints", notes(request, fence, "constraints", "scope-included", "scope-excluded"));
    model.put("wishes", notes(request, fence, "wishes"));
    model.put("scoped", !notes(request, fence, "scope-included", "scope-excluded").isEmpty());
    List<String> modify = new ArrayList<>(notes(request, fence, "modify"));
    Optional.ofNullable(request.documents().get("previous-plan"))
        .filter(any -> !modify.isEmpty())
        .ifPresent(
            plan -> modify.add(fence.around("previous plan", sources.json(plan).toPrettyString())));
    model.put("modify", modify);
    model.put("human", notes(request, fence, "decided", "unanswered", "clarifications"));
  }

  private String repair(AskRequest request, Fence fence) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put(
        "errors", request.repair().stream().map(error -> fence.around("error", error)).toList());
    model.put(
        "reply",
        request
            .previousReply()
            .map(ref -> fence.around("answer", quoted(sources.documents().get(ref))))
            .orElse("(it is not kept)"));
    return render("repair-1", model);
  }

  /** A reply, or its beginning and its end; a character that a cut divides is left out. */
  private static String quoted(byte[] reply) {
    if (reply.length <= QUOTED_BYTES) {
      return new String(reply, StandardCharsets.UTF_8);
    }
    String gap = "\n[… %,d bytes left out …]\n".formatted(reply.length - QUOTED_BYTES);
    int half = QUOTED_BYTES / 2 - gap.length();
    String head = new String(reply, 0, half, StandardCharsets.UTF_8);
    String tail = new String(reply, reply.length - half, half, StandardCharsets.UTF_8);
    return head.replaceFirst("\uFFFD+$", "") + gap + tail.replaceFirst("^\uFFFD+", "");
  }

  private static List<String> notes(AskRequest request, Fence fence, String... names) {
    List<String> notes = new ArrayList<>();
    for (String name : names) {
      String text = request.notes().getOrDefault(name, "");
      if (!text.isBlank()) {
        notes.add(fence.around(name, text));
      }
    }
    return notes;
  }

  /** A schema on one line; without the fields of a Chinese translation where none is wanted. */
  private static String schema(String schema, boolean chinese) {
    try {
      JsonNode form = JSON.readTree(schema);
      if (!chinese) {
        dropChinese(form);
      }
      return form.toString();
    } catch (IOException e) {
      throw new UncheckedIOException("a schema of ours", e);
    }
  }

  private static void dropChinese(JsonNode node) {
    if (node.path("properties") instanceof ObjectNode fields) {
      fields.properties().removeIf(field -> field.getKey().matches("zh|.*_zh"));
    }
    node.forEach(TemplatePrompts::dropChinese);
  }

  private String render(String template, Map<String, Object> model) {
    StringWriter text = new StringWriter();
    try {
      engine.getTemplate(template).evaluate(text, model);
    } catch (IOException e) {
      throw new UncheckedIOException("template " + template, e);
    }
    return text.toString();
  }

  /** Pebble takes the line break behind a value away with its tag; in a prompt it is to stay. */
  private static final class Templates extends ClasspathLoader {
    Templates() {
      super(TemplatePrompts.class.getClassLoader());
    }

    @Override
    public Reader getReader(String template) {
      try (Reader read = super.getReader(template)) {
        StringWriter text = new StringWriter();
        read.transferTo(text);
        return new StringReader(text.toString().replace("}}\n", "}}\n\n"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
