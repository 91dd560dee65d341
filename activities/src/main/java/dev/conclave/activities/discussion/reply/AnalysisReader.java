package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.discussion.Requirements;
import dev.conclave.workflows.discussion.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Reads an analysis from the object that a reply holds; what it repairs, it notes. */
final class AnalysisReader {
  /** Any of these makes an object a possible analysis. */
  private static final Set<String> KNOWN =
      Set.of(
          "feasibility_score",
          "findings",
          "implementation_approaches",
          "technical_concerns",
          "code_locations",
          "votes");

  private final ParseNotes notes = new ParseNotes();
  private final Texts texts = new Texts(notes);

  static boolean known(ObjectNode object) {
    return Fields.anyOf(object, KNOWN);
  }

  Analysis read(JsonReplies.Found found, String text, String tool, String perspective) {
    ReplyBounds.noteLeftOut(text, notes);
    found.notes().forEach(notes::add);
    AnalysisSchema.deviations(found.json()).stream()
        .limit(10)
        .forEach(deviation -> notes.add("not by the schema: " + deviation));
    Fields fields = new Fields(found.json(), notes);
    double feasibility = feasibility(fields.get("feasibility_score", "feasibility", "score"));
    List<String> findings = texts.list(fields.get("findings", "key_findings"), "findings");
    ApproachReader approaches = new ApproachReader(notes);
    Analysis analysis =
        new Analysis(
            tool,
            perspective,
            feasibility,
            findings,
            approaches.list(fields.get("implementation_approaches", "approaches")),
            texts.list(fields.get("technical_concerns", "concerns", "risks"), "technical_concerns"),
            new Locations(notes).list(fields.get("code_locations", "locations"), "code_locations"),
            requirements(fields.get("requirements")),
            scope(fields.get("scope")),
            Optional.of(fields.get("zh")).filter(JsonNode::isObject),
            List.of(),
            false,
            false,
            openQuestions(fields.get("open_questions")),
            new BallotReader(notes).read(fields));
    fields
        .unread()
        .forEach(other -> notes.add("unknown field left out: " + ParseNotes.quoted(other)));
    return withNotes(analysis, notes.list());
  }

  private double feasibility(JsonNode value) {
    return Scores.read(value, "feasibility_score", notes)
        .orElseGet(
            () -> {
              notes.add(ParseNotes.MISSING_SCORE);
              return Scores.UNSAID;
            });
  }

  private List<Analysis.OpenQuestion> openQuestions(JsonNode list) {
    List<Analysis.OpenQuestion> questions = new ArrayList<>();
    for (JsonNode item : list) {
      if (item instanceof ObjectNode object) {
        Fields one = new Fields(object, notes);
        JsonNode options = one.get("options");
        int recommended = one.get("recommended").asInt(0);
        questions.add(
            new Analysis.OpenQuestion(
                one.text("question"),
                options.isMissingNode() ? List.of() : texts.list(options, "options"),
                recommended > 0 ? Optional.of(recommended) : Optional.empty(),
                one.text("why")));
      } else if (item.isTextual()) {
        questions.add(
            new Analysis.OpenQuestion(item.asText().strip(), List.of(), Optional.empty(), ""));
      }
    }
    return List.copyOf(questions);
  }

  private Optional<Requirements> requirements(JsonNode value) {
    return object(value)
        .map(
            fields ->
                new Requirements(
                    texts.list(fields.get("functional"), "requirements"),
                    texts.list(fields.get("non_functional"), "requirements"),
                    texts.list(fields.get("acceptance", "acceptance_criteria"), "requirements")));
  }

  private Optional<Scope> scope(JsonNode value) {
    return object(value)
        .map(
            fields ->
                new Scope(
                    texts.list(fields.get("included", "in_scope"), "scope"),
                    texts.list(fields.get("excluded", "out_of_scope"), "scope")));
  }

  private Optional<Fields> object(JsonNode value) {
    return value instanceof ObjectNode object
        ? Optional.of(new Fields(object, notes))
        : Optional.empty();
  }

  static Analysis withNotes(Analysis a, List<String> notes) {
    return new Analysis(
        a.tool(),
        a.perspective(),
        a.feasibilityScore(),
        a.findings(),
        a.implementationApproaches(),
        a.technicalConcerns(),
        a.codeLocations(),
        a.requirements(),
        a.scope(),
        a.zh(),
        notes,
        a.fallback(),
        a.degraded(),
        a.openQuestions(),
        a.ballot());
  }
}
