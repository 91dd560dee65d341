package dev.conclave.activities.discussion;

import com.fasterxml.jackson.databind.JsonNode;
import dev.conclave.workflows.discussion.Label;
import dev.conclave.workflows.discussion.Ledger.Conflict.SettledBy;
import dev.conclave.workflows.discussion.Ledger.Point.Changes;
import dev.conclave.workflows.discussion.Ledger.Point.Kind;
import dev.conclave.workflows.discussion.Ledger.Side;
import dev.conclave.workflows.discussion.Moderation;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Reads a moderator's reply, whatever it is wrapped in; docs/discussion.md, section 4. Whether its
 * ids exist and its parts are sound is for {@link ModerationRules} to say. Never throws.
 */
public final class ModerationReader {
  private static final Set<String> KNOWN =
      Set.of("points", "conflicts", "approaches", "single", "questions");

  private ModerationReader() {}

  /** Reads a reply; empty when it holds no object with any of the fields. */
  public static Optional<Moderation> read(String text) {
    return JsonReplies.find(text, json -> fields(json).hasAny(KNOWN))
        .map(found -> moderation(fields(found.json())));
  }

  private static Fields fields(JsonNode json) {
    return new Fields(json, new Fields.Notes());
  }

  private static Moderation moderation(Fields reply) {
    return new Moderation(
        reply.objects("statement", "points").stream()
            .map(
                one ->
                    new Moderation.SamePoint(
                        one.id("id"),
                        one.label("statement"),
                        one.ids("members"),
                        one.word(Kind.FACT, "kind"),
                        one.word(Changes.PLAN, "changes")))
            .toList(),
        reply.objects("id", "single", "singles").stream()
            .map(
                one ->
                    new Moderation.Single(
                        one.id("id").orElse(""),
                        one.word(Kind.FACT, "kind"),
                        one.word(Changes.PLAN, "changes"),
                        one.id("refines")))
            .toList(),
        reply.objects("question", "conflicts").stream()
            .map(
                one ->
                    new Moderation.Clash(
                        one.id("id"),
                        one.label("question"),
                        one.objects("position", "sides").stream()
                            .map(side -> new Side(side.label("position"), side.ids("members")))
                            .toList(),
                        one.word(SettledBy.CODE, "settled_by"),
                        one.text("why")))
            .toList(),
        reply.objects("name", "approaches").stream()
            .map(
                one ->
                    new Moderation.SameApproach(
                        one.id("id"),
                        one.label("name"),
                        one.ids("members"),
                        one.texts("differences"),
                        one.texts("pros"),
                        one.texts("cons")))
            .toList(),
        reply.objects("question", "questions").stream()
            .map(
                one ->
                    new Moderation.Asked(
                        one.label("question"),
                        options(one.texts("options"), one.texts("options_zh")),
                        one.option("recommended"),
                        one.ids("from")))
            .toList(),
        reply.objects("statement", "against").stream()
            .map(
                one ->
                    new Moderation.Against(
                        one.id("statement", "id").orElse(""), one.text("decision")))
            .toList());
  }

  private static List<Label> options(List<String> english, List<String> chinese) {
    return IntStream.range(0, english.size())
        .mapToObj(i -> new Label(english.get(i), i < chinese.size() ? chinese.get(i) : ""))
        .toList();
  }
}
