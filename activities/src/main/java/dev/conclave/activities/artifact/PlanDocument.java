package dev.conclave.activities.artifact;

import dev.conclave.workflows.api.Plan;
import dev.conclave.workflows.api.PlanFile;
import dev.conclave.workflows.api.PlanTask;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.regex.Pattern;

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
    Optional<Solution> solution = PlanFiles.selected(state);
    CrossVerification verified = PlanFiles.verified(state);
    Optional<Decision> approval = Decision.approval(state.decisions());
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
    model.put("constraints", constraints(draft));
    model.put("wishes", Kept.of(state.decisions()).wishes());
    model.put("changes", draft.changes());
    model.put("scope", draft.terms().scope());
    model.put("clarified", Clarifications.of(state.decisions()));
    model.put("passedOver", draft.passedOver());
    model.put("files", files(plan));
    model.put("risks", risks(plan, solution));
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
            .extension(new Markdown.MarkdownExtension())
            .addEscapingStrategy(Markdown.MarkdownExtension.STRATEGY, Markdown::inline)
            .defaultEscapingStrategy(Markdown.MarkdownExtension.STRATEGY)
            .strictVariables(true)
            .newLineTrimming(false)
            .build();
    return engine.getTemplate("templates/impl-plan.md.peb");
  }

  /**
   * A file that the plan touches.
   *
   * @param lines where its changes begin, as far as the plan names lines
   * @param tasks ids of the tasks that touch it
   */
  public record FileRow(String path, String action, List<String> lines, List<String> tasks) {}

  /** A constraint of the human and the tasks that keep it. */
  public record ConstraintRow(String constraint, List<String> tasks) {}

  static List<ConstraintRow> constraints(PlanDraft draft) {
    List<ConstraintRow> rows = new ArrayList<>();
    for (String constraint : draft.terms().constraints()) {
      rows.add(new ConstraintRow(constraint, draft.plan().constrained(rows.size() + 1)));
    }
    return List.copyOf(rows);
  }

  /**
   * A risk and the tasks that run it.
   *
   * @param mitigation what the plan does about it; empty when it says nothing
   */
  public record RiskRow(String risk, String mitigation, List<String> tasks) {}

  static List<FileRow> files(Plan plan) {
    Map<String, FileRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (PlanFile file : task.files()) {
        FileRow row =
            rows.computeIfAbsent(
                file.action() + " " + file.path(),
                key ->
                    new FileRow(file.path(), file.action(), new ArrayList<>(), new ArrayList<>()));
        add(row.lines(), file.line() > 0 ? Integer.toString(file.line()) : "");
        add(row.tasks(), task.id());
      }
    }
    return List.copyOf(rows.values());
  }

  /** The risks of the tasks, then what was said against the solution as a whole. */
  static List<RiskRow> risks(Plan plan, Optional<Solution> solution) {
    Map<String, RiskRow> rows = new LinkedHashMap<>();
    for (PlanTask task : plan.tasks()) {
      for (String text : task.risks()) {
        String[] parts = text.split(Pattern.quote(PlanTask.MITIGATION), 2);
        String mitigation = parts.length == 1 ? "" : parts[1];
        RiskRow row = new RiskRow(parts[0], mitigation, new ArrayList<>());
        add(rows.computeIfAbsent(text, risk -> row).tasks(), task.id());
      }
    }
    solution.map(Solution::technicalConcerns).orElse(List.of()).stream()
        .filter(
            concern -> List.copyOf(rows.keySet()).stream().noneMatch(r -> r.startsWith(concern)))
        .forEach(text -> rows.put(text, new RiskRow(text, "", List.of())));
    return List.copyOf(rows.values());
  }

  private static void add(List<String> list, String item) {
    if (!item.isBlank() && !list.contains(item)) {
      list.add(item);
    }
  }
}
