package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.discussion.reply.ReplyParser;
import dev.conclave.activities.planning.PlanReader;
import dev.conclave.workflows.api.AskReply;
import dev.conclave.workflows.api.Receipt;
import dev.conclave.workflows.api.Role;
import dev.conclave.workflows.discussion.Analysis;
import dev.conclave.workflows.secret.SecretFilter;
import dev.conclave.workflows.temporal.Invisible;
import dev.conclave.workflows.temporal.WireMapper;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepliesTest {
  private final MemoryDocuments documents = new MemoryDocuments();
  private final Replies replies =
      new Replies(
          Map.of(
              Role.PLANNER,
              (text, request, perspective) -> {
                PlanReader.PlanReply reply = PlanReader.read(text);
                return ReplyReader.Reply.of(reply.plan(), reply.errors());
              }),
          documents,
          text -> text);

  @Test
  void a_plan_that_does_not_fit_goes_back_to_its_planner_and_its_cost_is_known() {
    ObjectNode plan = WireMapper.get().createObjectNode();
    plan.put("summary", "Rate limiting");
    ArrayNode tasks = plan.putArray("tasks");
    for (int i = 0; i < 50; i++) {
      tasks.addObject().put("title", "Task " + i).put("description", "x".repeat(2_000));
    }
    Receipt receipt = Receipts.builtIn(Requests.analyst("gemini", "/repo"), now(), now());

    AskReply reply =
        replies.read(
            Requests.request("gemini", "/repo", Role.PLANNER, 0, Map.of(), Map.of()),
            plan.toString(),
            "plans",
            receipt);

    assertThat(reply.plan()).isEmpty();
    assertThat(reply.errors().get(0)).contains("64 KiB").contains("fewer or shorter tasks");
    assertThat(reply.receipt()).isEqualTo(receipt);
    assertThat(documents.text(reply.document())).contains("x".repeat(2_000));
  }

  @Test
  void what_the_escapes_of_json_spell_is_filtered_too() {
    Replies filtering =
        new Replies(
            replies.readers(), documents, new SecretFilter(List.of("winter-harbör/x9Kp"))::redact);
    String token = "hp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX";
    String text =
        """
        {"summary": "it is \\u0067%1$s", "approach": "and winter-harb\\u00f6r\\/x9Kp",
         "complexity": "\\u0067%1$s",
         "tasks": [{"title": "g%2$s"}]}
        """
            .formatted(token, token.replace("bW7", "bW7\\u200e"));
    Receipt receipt = Receipts.builtIn(Requests.analyst("gemini", "/repo"), now(), now());

    AskReply reply =
        filtering.read(
            Requests.request("gemini", "/repo", Role.PLANNER, 0, Map.of(), Map.of()),
            text,
            "plans",
            receipt);

    assertThat(reply.plan().orElseThrow().summary()).isEqualTo("it is [redacted: token]");
    assertThat(reply.errors()).isNotEmpty();
    assertThat(Invisible.removed(reply.toString()))
        .doesNotContain(token)
        .doesNotContain("winter-harbör");
    assertThat(Invisible.removed(documents.text(reply.document())))
        .doesNotContain(token)
        .doesNotContain("winter-harbör");
  }

  @Test
  void what_the_direct_analyst_quotes_is_filtered() {
    String token = "ghp_Zx9aQ2bW7eRt5yU1iO3pA6sD8fG0hJ4kL2zX";
    Analysis analysis =
        ReplyParser.parse("{\"findings\": [\"uses " + token + "\"]}", "direct", "direct");
    Receipt receipt = Receipts.builtIn(Requests.analyst("direct", "/repo"), now(), now());

    AskReply reply =
        new Replies(Map.of(), documents, new SecretFilter()::redact).of(analysis, receipt);

    assertThat(reply.analysis().orElseThrow().findings().get(0)).contains("[redacted: ");
    assertThat(documents.text(reply.raw())).contains("[redacted: ").doesNotContain(token);
    assertThat(documents.text(reply.document())).contains("[redacted: ").doesNotContain(token);
  }

  private static Instant now() {
    return Instant.parse("2026-11-21T10:00:00Z");
  }
}
