package dev.conclave.activities.agent.prompt;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.document.DocumentStore;
import dev.conclave.workflows.agent.AskRequest;
import dev.conclave.workflows.agent.Role;
import dev.conclave.workflows.plan.PlanPreview.SentFile;
import dev.conclave.workflows.wire.WireMapper;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
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
  private static final String FOLDER = "dev/conclave/activities/agent/prompt/";

  private final PebbleEngine engine;
  private final PromptSources sources;
  private final Map<Role, Expected> expected;
  private final UnaryOperator<String> perspectives;
  private final UnaryOperator<String> redact;

  /**
   * A writer.
   *
   * @param expected the form of a reply, by role
   * @param perspectives from an agent's name to what it looks from
   * @param redact takes secrets out
   */
  public TemplatePrompts(
      DocumentStore documents,
      Map<Role, Expected> expected,
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
    Expected form = expected.get(request.role());
    if (form == null) {
      throw new IllegalStateException("no form of a reply for role " + request.role());
    }
    model.put("schema", form.schema());
    model.put("example", form.example());
    // One fence around all: with one for each file they would be a sixth of the prompt.
    String code =
        parts(request, directory).stream()
            .map(ContextPart.Part::text)
            .collect(Collectors.joining());
    model.put("context", code.isEmpty() ? "" : fence.around("workspace and files", code));
    switch (request.role()) {
      case ANALYST -> analyst(request, fence, model);
      case PLANNER -> planner(request, fence, model);
    }
    String prompt = render(request.template(), model);
    return redact.apply(request.repair().isEmpty() ? prompt : prompt + repair(request, fence));
  }

  /** What {@link #write} puts into the prompt of each file, before secrets go out. */
  public List<SentFile> sentFiles(AskRequest request, Path directory) {
    Map<String, Long> bytes = new LinkedHashMap<>();
    parts(request, directory)
        .forEach(part -> bytes.merge(part.path(), (long) part.bytes(), Long::sum));
    bytes.remove("");
    return bytes.entrySet().stream().map(e -> new SentFile(e.getKey(), e.getValue())).toList();
  }

  private List<ContextPart.Part> parts(AskRequest request, Path directory) {
    return new ContextPart(new CodeAround(directory))
        .first(sources.context(request), request.contextBytes());
  }

  private void analyst(AskRequest request, Fence fence, Map<String, Object> model) {
    model.put("perspective", perspectives.apply(request.agent()));
    model.put("chinese", request.languages().contains("zh"));
    List<String> rounds = new ArrayList<>();
    sources
        .rounds(request)
        .forEach((name, round) -> rounds.add(new RoundsPart(fence).summary(name, round)));
    model.put("rounds", rounds);
    // A new direction begins anew: what counts is how many rounds of it are before this one.
    model.put("objective", Objectives.of(rounds.size() + 1));
    model.put("verifies", !request.verify().isEmpty() || !rounds.isEmpty());
    model.put(
        "verify",
        request.verify().stream().map(ref -> approaches(fence, sources.json(ref))).toList());
    model.put("human", notes(request, fence, "clarifications", "feedback"));
  }

  private void planner(AskRequest request, Fence fence, Map<String, Object> model) {
    RoundsPart rounds = new RoundsPart(fence);
    Optional<JsonNode> last =
        sources.rounds(request).values().stream().reduce((first, second) -> second);
    String name = request.notes().getOrDefault("solution", "");
    model.put(
        "solution",
        last.flatMap(round -> rounds.solution(round, name))
            .orElseGet(() -> fence.around("solution", name)));
    model.put("consensus", last.map(rounds::consensus).orElse(List.of()));
    model.put(
        "constraints", notes(request, fence, "constraints", "scope-included", "scope-excluded"));
    model.put("concerns", notes(request, fence, "concerns"));
    model.put("wishes", notes(request, fence, "wishes"));
    model.put("scoped", !notes(request, fence, "scope-included", "scope-excluded").isEmpty());
    List<String> modify = new ArrayList<>(notes(request, fence, "modify"));
    Optional.ofNullable(request.documents().get("previous-plan"))
        .filter(any -> !modify.isEmpty())
        .ifPresent(
            plan -> modify.add(fence.around("previous plan", sources.json(plan).toPrettyString())));
    model.put("modify", modify);
    model.put("human", notes(request, fence, "clarifications"));
  }

  private String repair(AskRequest request, Fence fence) {
    Map<String, Object> model = new LinkedHashMap<>();
    model.put(
        "errors", request.repair().stream().map(error -> fence.around("error", error)).toList());
    model.put(
        "reply",
        request
            .previousReply()
            .map(ref -> fence.around("answer", sources.documents().text(ref)))
            .orElse("(it is not kept)"));
    return render("repair-1", model);
  }

  /** Another analyst's proposals, and nothing else that it said. */
  private static String approaches(Fence fence, JsonNode analysis) {
    ObjectNode shown = WireMapper.get().createObjectNode();
    shown.set("analyst", analysis.path("tool"));
    shown.set("implementation_approaches", analysis.path("implementation_approaches"));
    return fence.around("analysis", shown.toPrettyString());
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
