package dev.conclave.workflows.review;

import dev.conclave.workflows.api.ReviewSubject;
import dev.conclave.workflows.model.DocumentRef;
import dev.conclave.workflows.model.Role;
import dev.conclave.workflows.session.AgentQuestion;
import dev.conclave.workflows.session.AgentQuestion.Given;
import dev.conclave.workflows.session.DiscussionQuestions;
import dev.conclave.workflows.session.DiscussionState;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Builds the agent requests of a review. Pure: reads only the state. */
public record ReviewQuestions(DiscussionState<?> state) implements DiscussionQuestions {
  private static final String LEDGER = "ledger";

  @Override
  public AgentQuestion analysis(String number, Supplier<@Nullable DocumentRef> ledger) {
    return new AgentQuestion(
        "v" + number,
        state.round(),
        Role.REVIEWER,
        () -> {
          ReviewSubject subject = state.subject().orElseThrow();
          Map<String, DocumentRef> documents = new LinkedHashMap<>();
          documents.put("change", subject.change().diff());
          DocumentRef there = ledger.get();
          if (there != null) {
            documents.put(LEDGER, there);
          }
          boolean first = !state.hasRoundOfDirection();
          return new Given(
              first ? "reviewer-1" : "ballot-1",
              documents,
              Map.of("constraints", String.join("\n", subject.constraints())));
        });
  }

  @Override
  public AgentQuestion moderation(String number, Supplier<DocumentRef> ledger) {
    return new AgentQuestion(
        "m" + number,
        state.round(),
        Role.MODERATOR,
        () -> new Given("moderator-1", Map.of(LEDGER, ledger.get()), Map.of("review", "")));
  }
}
