package dev.conclave.activities.planning;

import dev.conclave.workflows.api.Plan.Complexity;
import dev.conclave.workflows.api.PlanTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The rules of one task by itself: its words, steps and criteria. */
public final class TaskChecks {
  static final int LEAST_STEPS = 2;
  public static final int MOST_STEPS = 7;
  private static final int MOST_CRITERIA = 4;
  private static final Pattern ENGLISH =
      Pattern.compile(
          "\\b("
              + "(?:works?|working|functions?|functioning|behaves?|runs?|operates?)"
              + " (?:correctly|properly|fine|well|as (?:expected|intended|desired|designed))"
              + "|(?:correctly|properly) (?:implemented|working|done)"
              + "|(?:implemented|done) (?:correctly|properly)"
              + "|(?:good|great|acceptable|adequate|high|better|improved) (?:performance|quality)"
              + "|performs? well|fully functional|user[- ]friendly|clean code|best practices?"
              + "|as (?:needed|appropriate|required)|no (?:issues|problems)|looks? good"
              + ")\\b");
  private static final List<String> CHINESE =
      List.of("正常工作", "正确工作", "工作正常", "运行正常", "功能正常", "正常运行", "性能良好", "良好的性能", "符合预期", "没有问题");

  private TaskChecks() {}

  static List<String> check(PlanTask task, Complexity complexity) {
    List<String> errors = new ArrayList<>();
    said(task, "title", task.title(), errors);
    said(task, "description", task.description(), errors);
    said(task, "verification", task.verification(), errors);
    if (!PlanWords.TASK_ACTIONS.contains(task.action())) {
      errors.add(
          "%s: action \"%s\" is none of %s."
              .formatted(task.id(), task.action(), String.join(", ", PlanWords.TASK_ACTIONS)));
    }
    if (task.implementation().isEmpty()) {
      errors.add(
          "%s has no implementation steps; give %d to %d."
              .formatted(task.id(), LEAST_STEPS, MOST_STEPS));
    }
    if (task.implementation().stream().anyMatch(String::isBlank)) {
      errors.add("%s has an empty implementation step.".formatted(task.id()));
    }
    if (complexity == Complexity.HIGH && task.risks().isEmpty()) {
      errors.add("%s names no risks, which a complexity of High needs.".formatted(task.id()));
    }
    errors.addAll(criteria(task));
    return errors;
  }

  /** Numbers that should be otherwise and keep nobody from carrying the task out. */
  static Stream<String> warnings(PlanTask task) {
    return Stream.concat(
        count(task, task.implementation(), "implementation steps", LEAST_STEPS, MOST_STEPS),
        count(task, task.acceptance(), "acceptance criteria", 1, MOST_CRITERIA));
  }

  private static Stream<String> count(
      PlanTask task, List<String> texts, String what, int least, int most) {
    int count = texts.size();
    return count == 0 || (count >= least && count <= most)
        ? Stream.empty()
        : Stream.of("%s: %s: %d; give %d to %d.".formatted(task.id(), what, count, least, most));
  }

  private static List<String> criteria(PlanTask task) {
    List<String> errors = new ArrayList<>();
    if (task.acceptance().isEmpty()) {
      errors.add(
          "%s has no acceptance criteria; give 1 to %d that a test can decide."
              .formatted(task.id(), MOST_CRITERIA));
    }
    for (String criterion : task.acceptance()) {
      if (criterion.isBlank()) {
        errors.add("%s has an empty acceptance criterion.".formatted(task.id()));
      }
      emptyPhrase(criterion)
          .ifPresent(
              phrase ->
                  errors.add(
                      "%s: acceptance criterion \"%s\" cannot be tested: instead of \"%s\", say what is observed, with numbers."
                          .formatted(task.id(), criterion.strip(), phrase)));
    }
    return errors;
  }

  private static void said(PlanTask task, String field, String text, List<String> errors) {
    if (text.isBlank()) {
      errors.add("%s has no %s.".formatted(task.id(), field));
    }
  }

  /** The first such phrase in a text. */
  static Optional<String> emptyPhrase(String text) {
    String plain = text.toLowerCase(Locale.ROOT).replaceAll("\\s+", " ");
    Matcher english = ENGLISH.matcher(plain);
    return english.find()
        ? Optional.of(english.group(1))
        : CHINESE.stream().filter(plain::contains).findFirst();
  }
}
