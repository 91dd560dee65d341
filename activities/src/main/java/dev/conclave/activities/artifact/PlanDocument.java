package dev.conclave.activities.artifact;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.discussion.CrossVerification;
import dev.conclave.workflows.discussion.Solution;
import dev.conclave.workflows.gate.Decision;
import dev.conclave.workflows.plan.Clarifications;
import dev.conclave.workflows.plan.Kept;
import dev.conclave.workflows.plan.PlanDraft;
import dev.conclave.workflows.plan.PlanState;
import dev.conclave.workflows.temporal.Cut;
import io.pebbletemplates.pebble.PebbleEngine;
import io.pebbletemplates.pebble.loader.ClasspathLoader;
import io.pebbletemplates.pebble.template.PebbleTemplate;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;

/**
 * {@code IMPL_PLAN.md}: the plan for people, by a template from the same record as {@code
 * plan.json}, so that the two cannot disagree. Thread-safe.
 */
final class PlanDocument {
  private static final int TITLE = 120;
  private static final PebbleTemplate TEMPLATE = template();
  private static final Properties ENGLISH = words("en");
  private static final Properties CHINESE = words("zh");

  private PlanDocument() {}

  static String render(PlanState state, PlanDraft draft) {
    Optional<Solution> solution = ContextPackageFile.selected(state);
    CrossVerification verified = ContextPackageFile.verified(state);
    Optional<Decision> approval = new Choices(state.decisions()).approval();
    Plan plan = draft.plan();
    Map<String, Object> model = new HashMap<>();
    model.put("t", words(state.request().languages()));
    model.put("session", state.session());
    String task = state.request().task().strip();
    model.put("title", Cut.shown(task.lines().findFirst().orElse(""), TITLE));
    model.put("task", task);
    model.put("plan", plan);
    model.put("complexity", PlanFiles.complexity(plan));
    model.put("generated", PlanFiles.drafted(state, draft).toString());
    model.put("author", draft.author());
    model.put("errors", draft.errors());
    model.put("warnings", draft.warnings());
    model.put("dataFlow", plan.dataFlow().orElse(""));
    model.put("solution", solution.map(List::of).orElse(List.of()));
    model.put("agreements", verified.agreements());
    model.put("disagreements", verified.disagreements());
    model.put("approval", approval.map(List::of).orElse(List.of()));
    model.put("constraints", PlanTables.constraints(draft));
    model.put("wishes", Kept.of(state.decisions()).wishes());
    model.put("changes", draft.changes());
    model.put("scope", draft.terms().scope());
    model.put("clarified", Clarifications.of(state.decisions()));
    model.put("passedOver", draft.passedOver());
    model.put("files", PlanTables.files(plan));
    model.put("risks", PlanTables.risks(plan, solution));
    model.put("unsettled", draft.unsettled());
    StringWriter text = new StringWriter();
    try {
      TEMPLATE.evaluate(text, model, Locale.ROOT);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return text.toString().replaceAll("\n{3,}", "\n\n").stripTrailing() + "\n";
  }

  /** The template's own words in the first language, as far as they exist in it. */
  private static Properties words(List<String> languages) {
    return languages.stream().findFirst().filter("zh"::equals).isPresent() ? CHINESE : ENGLISH;
  }

  private static Properties words(String language) {
    Properties words = new Properties();
    String name = "/templates/impl-plan." + language + ".properties";
    try (InputStream resource = PlanDocument.class.getResourceAsStream(name);
        Reader text =
            new InputStreamReader(Objects.requireNonNull(resource, name), StandardCharsets.UTF_8)) {
      words.load(text);
      return words;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static PebbleTemplate template() {
    PebbleEngine engine =
        new PebbleEngine.Builder()
            .loader(new ClasspathLoader(PlanDocument.class.getClassLoader()))
            .extension(new MarkdownExtension())
            .addEscapingStrategy(MarkdownExtension.STRATEGY, Markdown::inline)
            .defaultEscapingStrategy(MarkdownExtension.STRATEGY)
            .strictVariables(true)
            .newLineTrimming(false)
            .build();
    return engine.getTemplate("templates/impl-plan.md.peb");
  }
}
