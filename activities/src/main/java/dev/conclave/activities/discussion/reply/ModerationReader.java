package dev.conclave.activities.discussion.reply;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.Changes;
import dev.conclave.workflows.discussion.Ledger.Point.Kind;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Moderation;
import dev.conclave.workflows.temporal.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Reads a moderator's reply, whatever it is wrapped in; docs/discussion.md, section 4. Whether its
 * ids exist and its parts are sound is for {@code ModerationRules} to say. Never throws.
 */
public final class ModerationReader {
  private static final Set<String> KNOWN =
      Set.of("points", "conflicts", "approaches", "single", "questions");

  private final ParseNotes notes = new ParseNotes();
  private final Values values = new Values(notes);

  private ModerationReader() {}

  /** Reads a reply; empty when it holds no object with any of the fields. */
  public static Optional<Moderation> read(String text) {
    return JsonReplies.find(text, object -> Fields.anyOf(object, KNOWN))
        .map(found -> new ModerationReader().read(found.json()));
  }

  private Moderation read(ObjectNode json) {
    Fields reply = new Fields(json, notes);
    List<Moderation.SamePoint> points = new ArrayList<>();
    List<Moderation.Single> single = new ArrayList<>();
    List<Moderation.Clash> conflicts = new ArrayList<>();
    List<Moderation.SameApproach> approaches = new ArrayList<>();
    List<Moderation.Asked> questions = new ArrayList<>();
    List<Moderation.Against> against = new ArrayList<>();
    each(
        reply.get("points"),
        one ->
            points.add(
                new Moderation.SamePoint(
                    entry(one),
                    label(one, "statement"),
                    members(one, "members"),
                    word(Kind.class, one.text("kind"), Kind.FACT),
                    word(Changes.class, one.text("changes"), Changes.PLAN))));
    each(
        reply.get("single", "singles"),
        one ->
            single.add(
                new Moderation.Single(
                    id(one.text("id")),
                    word(Kind.class, one.text("kind"), Kind.FACT),
                    word(Changes.class, one.text("changes"), Changes.PLAN),
                    Optional.of(one.text("refines")).filter(id -> !id.isBlank()).map(this::id))));
    each(
        reply.get("conflicts"),
        one -> {
          List<Side> sides = new ArrayList<>();
          each(
              one.get("sides"),
              side -> sides.add(new Side(label(side, "position"), members(side, "members"))));
          conflicts.add(
              new Moderation.Clash(
                  entry(one),
                  label(one, "question"),
                  sides,
                  word(SettledBy.class, one.text("settled_by"), SettledBy.CODE),
                  one.text("why")));
        });
    each(
        reply.get("approaches"),
        one ->
            approaches.add(
                new Moderation.SameApproach(
                    entry(one),
                    label(one, "name"),
                    members(one, "members"),
                    list(one, "differences"),
                    list(one, "pros"),
                    list(one, "cons"))));
    each(
        reply.get("questions"),
        one ->
            questions.add(
                new Moderation.Asked(
                    label(one, "question"),
                    options(one),
                    recommended(one.get("recommended")),
                    members(one, "from"))));
    each(
        reply.get("against"),
        one ->
            against.add(
                new Moderation.Against(id(one.text("statement", "id")), one.text("decision"))));
    return new Moderation(points, single, conflicts, approaches, questions, against);
  }

  private void each(JsonNode list, Consumer<Fields> read) {
    for (JsonNode item : list) {
      if (item instanceof ObjectNode object) {
        read.accept(new Fields(object, notes));
      }
    }
  }

  private Optional<String> entry(Fields one) {
    return Optional.of(one.text("id")).filter(id -> !id.isBlank()).map(ModerationReader::upper);
  }

  /** An entry of the ledger, or a statement. */
  private String id(String text) {
    return text.contains(".") ? text.strip() : upper(text);
  }

  private static String upper(String id) {
    return id.strip().toUpperCase(Locale.ROOT);
  }

  private List<String> members(Fields one, String name) {
    return list(one, name).stream().map(this::id).distinct().toList();
  }

  private List<String> list(Fields one, String name) {
    JsonNode value = one.get(name);
    return value.isMissingNode() || value.isNull() ? List.of() : values.texts(value, name);
  }

  /** A text and its Chinese, which stands beside it as {@code name_zh} or in {@code zh}. */
  private Label label(Fields one, String name) {
    return new Label(one.text(name), one.text(name + "_zh", "zh"));
  }

  private List<Label> options(Fields one) {
    List<String> options = list(one, "options");
    List<String> chinese = list(one, "options_zh");
    List<Label> labels = new ArrayList<>();
    for (int i = 0; i < options.size(); i++) {
      labels.add(new Label(options.get(i), i < chinese.size() ? chinese.get(i) : ""));
    }
    return labels;
  }

  private static Optional<Integer> recommended(JsonNode value) {
    int number = value.asInt(0);
    return number > 0 ? Optional.of(number) : Optional.empty();
  }

  private <E extends Enum<E>> E word(Class<E> type, String word, E otherwise) {
    return Words.parse(type, word).orElse(otherwise);
  }
}
