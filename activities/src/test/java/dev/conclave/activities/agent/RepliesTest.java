package dev.conclave.activities.agent;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.conclave.activities.agent.call.Receipts;
import dev.conclave.activities.planning.reply.PlanReader;
import dev.conclave.activities.planning.reply.PlanReply;
import dev.conclave.workflows.agent.AskReply;
import dev.conclave.workflows.agent.Receipt;
import dev.conclave.workflows.agent.Role;
import dev.conclave.workflows.wire.WireMapper;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RepliesTest {
  private final MemoryDocuments documents = new MemoryDocuments();
  private final Replies replies =
      new Replies(
          Map.of(
              Role.PLANNER,
              (text, agent, perspective) -> {
                PlanReply reply = PlanReader.read(text);
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

    AskReply reply = replies.read(Role.PLANNER, plan.toString(), "gemini", "plans", receipt);

    assertThat(reply.plan()).isEmpty();
    assertThat(reply.errors().get(0)).contains("64 KiB").contains("fewer or shorter tasks");
    assertThat(reply.receipt()).isEqualTo(receipt);
    assertThat(documents.text(reply.document())).contains("x".repeat(2_000));
  }

  private static Instant now() {
    return Instant.parse("2026-11-21T10:00:00Z");
  }
}
